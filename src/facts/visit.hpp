// SPDX-License-Identifier: Apache-2.0
// One list of fields per struct of the facts, for everything that goes over all of them: reading,
// writing, translating file ids, hashing. Each list binds every member, so that a new field does
// not compile until it is listed here.
//
// An archive is called with fields: `archive(a, b, c)`. It treats a FileId as a plain number,
// except through `archive.file(id)`.
#pragma once

#include "facts/facts.hpp"

namespace hipaudit::facts_detail {

template <class Archive>
void visit(Archive& archive, Span& value) {
  auto& [file, begin, end] = value;
  archive.file(file);
  archive(begin, end);
}

template <class Archive>
void visit(Archive& archive, Where& value) {
  auto& [spelling, expansion, in_macro_body] = value;
  archive(spelling, expansion, in_macro_body);
}

template <class Archive>
void visit(Archive& archive, FileInfo& value) {
  auto& [path, project, generated] = value;
  archive(path, project, generated);
}

template <class Archive>
void visit(Archive& archive, ParseError& value) {
  auto& [message, token, id, file, line, column] = value;
  archive(message, token, id);
  archive.file(file);
  archive(line, column);
}

template <class Archive>
void visit(Archive& archive, PassReport& value) {
  auto& [kind, status, target, reasons, skeletons, errors, functions, functions_tainted,
         functions_lost, parse_seconds, collect_seconds] = value;
  archive(kind, status, target, reasons, skeletons, errors, functions, functions_tainted,
          functions_lost, parse_seconds, collect_seconds);
}

template <class Archive>
void visit(Archive& archive, UnitReport& value) {
  auto& [file, command, notes, passes, project_files] = value;
  archive(file, command, notes, passes, project_files);
}

template <class Archive>
void visit(Archive& archive, kf::Type& value) {
  auto& [kind, is_signed, is_reference, is_volatile, bytes, align, pointee, pointee_signed,
         pointee_bytes, text] = value;
  archive(kind, is_signed, is_reference, is_volatile, bytes, align, pointee, pointee_signed,
          pointee_bytes, text);
}

template <class Archive>
void visit(Archive& archive, kf::Site& value) {
  auto& [callee, args, rparen, qualified] = value;
  archive(callee, args, rparen, qualified);
}

template <class Archive>
void visit(Archive& archive, kf::Expr& value) {
  auto& [op, cross, atomic, explicit_cast, compound, post, dependent, tainted, sync_form, tile,
         type, number, var, args, text, callee, site, where] = value;
  archive(op, cross, atomic, explicit_cast, compound, post, dependent, tainted, sync_form, tile,
          type, number, var, args, text, callee, site, where);
}

template <class Archive>
void visit(Archive& archive, kf::Stmt& value) {
  auto& [kind, post_test, tainted, a, b, var, body, other, exprs, constraints, text, where] = value;
  archive(kind, post_test, tainted, a, b, var, body, other, exprs, constraints, text, where);
}

template <class Archive>
void visit(Archive& archive, kf::Var& value) {
  auto& [name, storage, type, extents, align, is_volatile, is_const, where, type_where] = value;
  archive(name, storage, type, extents, align, is_volatile, is_const, where, type_where);
}

template <class Archive>
void visit(Archive& archive, kf::TemplateArg& value) {
  auto& [name, number, text] = value;
  archive(name, number, text);
}

template <class Archive>
void visit(Archive& archive, kf::Function& value) {
  auto& [key, pattern, name, kind, is_pattern, is_lambda, tainted, variadic_pack, passes,
         template_args, params, return_type, where, body, head, max_threads, types, vars, exprs,
         stmts, sites, root, initialisers] = value;
  static_cast<void>(initialisers);  // of this process
  archive(key, pattern, name, kind, is_pattern, is_lambda, tainted, variadic_pack, passes,
          template_args, params, return_type, where, body, head, max_threads, types, vars, exprs,
          stmts, sites, root);
}

template <class Archive>
void visit(Archive& archive, Arg& value) {
  auto& [where, text, written, is_null, number, name, type, is_stream] = value;
  archive(where, text, written, is_null, number, name, type, is_stream);
}

template <class Archive>
void visit(Archive& archive, StreamAtHand& value) {
  auto& [origin, text, where, scope, init] = value;
  archive(origin, text, where, scope, init);
}

template <class Archive>
void visit(Archive& archive, Choice& value) {
  auto& [arms] = value;
  archive(arms);
}

template <class Archive>
void visit(Archive& archive, HostFunction& value) {
  auto& [key, name, where, body, is_pattern, is_main, tainted, streams, choices, calls] = value;
  archive(key, name, where, body, is_pattern, is_main, tainted, streams, choices, calls);
}

template <class Archive>
void visit(Archive& archive, Launch& value) {
  auto& [where, kernel, kernel_key, host, macro_form, grid, block, shared, stream, grid_dims,
         block_dims, wave_threads, config_end, tainted] = value;
  archive(where, kernel, kernel_key, host, macro_form, grid, block, shared, stream, grid_dims,
          block_dims, wave_threads, config_end, tainted);
}

template <class Archive>
void visit(Archive& archive, HostCall& value) {
  auto& [name, qualified, host, where, callee, rparen, args, params, written, order, branch,
         result_var, tainted] = value;
  archive(name, qualified, host, where, callee, rparen, args, params, written, order, branch,
          result_var, tainted);
}

template <class Archive>
void visit(Archive& archive, MacroFact& value) {
  auto& [kind, name, where, body, params, body_span, function_like, condition, in_device_code,
         taken, definition] = value;
  archive(kind, name, where, body, params, body_span, function_like, condition, in_device_code,
          taken, definition);
}

template <class Archive>
void visit(Archive& archive, IncludeFact& value) {
  auto& [name, angled, found, skeleton, where] = value;
  archive(name, angled, found, skeleton, where);
}

template <class Archive>
void visit(Archive& archive, LibraryType& value) {
  auto& [name, width, width_written, dependent_width, written_args, where, insert_width, function,
         storage_index, lane_hints, follows_wave] = value;
  archive(name, width, width_written, dependent_width, written_args, where, insert_width, function,
          storage_index, lane_hints, follows_wave);
}

template <class Archive>
void visit(Archive& archive, IdentifierFact& value) {
  auto& [name, where, is_call, resolved] = value;
  archive(name, where, is_call, resolved);
}

template <class Archive>
void visit(Archive& archive, CommandFact& value) {
  auto& [main_file, per_thread_stream, defines, leftover_options, targets] = value;
  archive(main_file, per_thread_stream, defines, leftover_options, targets);
}

template <class Archive>
void visit(Archive& archive, ConstantFact& value) {
  auto& [pass, kind, name, where, extent, text, number, condition, directive, selectors, function,
         device_only] = value;
  archive(pass, kind, name, where, extent, text, number, condition, directive, selectors, function,
          device_only);
}

template <class Archive>
void visit(Archive& archive, ConstantUse& value) {
  auto& [pass, name, target, where, side, function, owner, directive, assertion, launch] = value;
  archive(pass, name, target, where, side, function, owner, directive, assertion, launch);
}

template <class Archive>
void visit(Archive& archive, WaveSizeUse& value) {
  auto& [kind, source, name, where, side, function, owner, expected, launch] = value;
  archive(kind, source, name, where, side, function, owner, expected, launch);
}

/// Everything but the file table and the function index, which each archive treats by itself.
template <class Archive>
void visit(Archive& archive, Facts& value) {
  auto& [files, functions, host_functions, launches, host_calls, macros, includes, library_types,
         identifiers, commands, constants, constant_uses, wave_size_uses, units, by_key] = value;
  (void)files;
  (void)by_key;
  archive(functions, host_functions, launches, host_calls, macros, includes, library_types,
          identifiers, commands, constants, constant_uses, wave_size_uses, units);
}

}  // namespace hipaudit::facts_detail
