# SPDX-License-Identifier: Apache-2.0
#
# Builds HIP sources for the CPU back end, so that a project can run its kernels in tests without a
# GPU, at both wave sizes:
#
#   add_executable(reduce_test reduce_test.cpp)
#   hipshim_add_cpu_kernels(reduce_test reduce.hip)
#   add_test(NAME reduce-32 COMMAND reduce_test)
#   set_tests_properties(reduce-32 PROPERTIES ENVIRONMENT HIPSHIM_CPU_WAVE=32)
#
# hipshim_add_cpu_kernels(<target> <file>... [UNCHECKED] [OPTIONS <option>...])
#   Adds the files to the target, which keeps its other sources. Include folders and definitions of
#   the target hold for them too. UNCHECKED leaves out the checks of memory; OPTIONS are given to
#   clang.
# hipshim_add_cpu_test(<name> <target> [ENVIRONMENT <variable=value>...])
#   Two tests, <name>-wave32 and <name>-wave64.
# The compiler is clang++-22, or HIPSHIM_CLANG if set.

get_property(hipshim_cpu_cc GLOBAL PROPERTY HIPSHIM_CPU_CC)
if(NOT hipshim_cpu_cc)
  get_filename_component(hipshim_cpu_cc "${CMAKE_CURRENT_LIST_DIR}/../../../bin/hipshim-cpu-cc"
    ABSOLUTE)
  set_property(GLOBAL PROPERTY HIPSHIM_CPU_CC "${hipshim_cpu_cc}")
endif()

function(hipshim_add_cpu_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "UNCHECKED" "" "OPTIONS")
  get_property(cc GLOBAL PROPERTY HIPSHIM_CPU_CC)
  get_property(tools GLOBAL PROPERTY HIPSHIM_CPU_TOOLS)
  set(clang ${HIPSHIM_CLANG})
  if(NOT clang)
    set(clang clang++-22)
  endif()
  set(options ${arg_OPTIONS})
  if(arg_UNCHECKED)
    list(APPEND options --unchecked)
  endif()
  set(folders $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(source ${file} ABSOLUTE)
    file(RELATIVE_PATH name ${CMAKE_CURRENT_SOURCE_DIR} ${source})
    string(MAKE_C_IDENTIFIER ${name} name)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/hipshim-cpu/${target}/${name}.o)
    get_filename_component(folder ${object} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    add_custom_command(OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E env HIPSHIM_CLANG=${clang} ${cc} ${options}
              "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>"
              "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
              -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
      DEPENDS ${source} ${cc} ${tools}
      DEPFILE ${object}.d
      COMMENT "Building ${file} for the CPU back end"
      COMMAND_EXPAND_LISTS VERBATIM)
    target_sources(${target} PRIVATE ${object})
    set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  endforeach()
  target_link_libraries(${target} PRIVATE hipshim::cpu)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()

function(hipshim_add_cpu_test name target)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "ENVIRONMENT")
  foreach(lanes 32 64)
    add_test(NAME ${name}-wave${lanes} COMMAND ${target})
    set_tests_properties(${name}-wave${lanes} PROPERTIES
      ENVIRONMENT "HIPSHIM_CPU_WAVE=${lanes};${arg_ENVIRONMENT}")
  endforeach()
endfunction()
