// SPDX-License-Identifier: Apache-2.0
// The few parts of Python's C interface that extension modules show.
#pragma once
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef long Py_ssize_t;
struct PyObject { Py_ssize_t ob_refcnt; };
struct PyMethodDef { const char *ml_name; PyObject *(*ml_meth)(PyObject *, PyObject *); int ml_flags; const char *ml_doc; };
struct PyModuleDef_Base { PyObject ob_base; };
struct PyModuleDef { PyModuleDef_Base m_base; const char *m_name, *m_doc; Py_ssize_t m_size; PyMethodDef *m_methods; void *m_slots, *m_traverse, *m_clear, *m_free; };
#define PyObject_HEAD_INIT(type) {1}
#define PyModuleDef_HEAD_INIT {PyObject_HEAD_INIT(0)}
#define METH_VARARGS 1
#define METH_NOARGS 4
#define PyMODINIT_FUNC extern "C" PyObject *
extern "C" {
extern PyObject _Py_NoneStruct, *PyExc_RuntimeError, *PyExc_ValueError, *PyExc_TypeError, *PyExc_MemoryError;
PyObject *PyModule_Create(PyModuleDef *); int PyModule_AddObject(PyObject *, const char *, PyObject *); int PyArg_ParseTuple(PyObject *, const char *, ...); PyObject *Py_BuildValue(const char *, ...); void PyErr_SetString(PyObject *, const char *); PyObject *PyErr_Occurred(); void PyErr_Clear();
PyObject *PyLong_FromLong(long); PyObject *PyLong_FromUnsignedLongLong(unsigned long long); long PyLong_AsLong(PyObject *); unsigned long long PyLong_AsUnsignedLongLong(PyObject *); PyObject *PyTuple_New(Py_ssize_t); int PyTuple_SetItem(PyObject *, Py_ssize_t, PyObject *); PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t); PyObject *PyList_New(Py_ssize_t); int PyList_SetItem(PyObject *, Py_ssize_t, PyObject *); PyObject *PyList_GetItem(PyObject *, Py_ssize_t); Py_ssize_t PyList_Size(PyObject *);
PyObject *PyObject_CallFunctionObjArgs(PyObject *, ...); PyObject *PyObject_CallObject(PyObject *, PyObject *); void Py_INCREF(PyObject *); void Py_DECREF(PyObject *); void Py_XINCREF(PyObject *); void Py_XDECREF(PyObject *); int PyGILState_Ensure(); void PyGILState_Release(int);
}
typedef int PyGILState_STATE;
#define Py_None (&_Py_NoneStruct)
#define Py_RETURN_NONE return Py_None
#define Py_BEGIN_ALLOW_THREADS {
#define Py_END_ALLOW_THREADS }
