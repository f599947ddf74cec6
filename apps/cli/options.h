#pragma once
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"
#include "invocation.h"

// Options that several commands have in common.
namespace resound {

// Checks that say nothing in the help text: the type name beside them does.
CLI::Validator plain(CLI::Validator check);
CLI::Validator positive();
CLI::Validator whole_number();
CLI::Validator between(double low, double high);

template <class T>
struct Choice {
  std::string word;
  T value;
};

// One of a few words; anything else is answered with the list of them.
template <class T>
CLI::Option* add_choice(CLI::App& app, const std::string& flag, T& target, std::vector<Choice<T>> choices,
                        const std::string& description) {
  std::string words;
  for (const Choice<T>& choice : choices) words += (words.empty() ? "" : "|") + choice.word;
  const auto choose = [flag, &target, choices, words](const std::string& word) {
    const auto found = std::ranges::find(choices, word, &Choice<T>::word);
    if (found == choices.end()) throw UsageError(fmt::format("{} is {}; it is one of {}", flag, word, words));
    target = found->value;
  };
  return app.add_option_function<std::string>(flag, choose, description)->type_name(words);
}

void add_scene_options(CLI::App& app, SceneChoice& choice);
void add_output_options(CLI::App& app, RenderCommand& command);  // where to write, how to work, limits

// The commands about single bodies; `chosen` receives the one that was typed.
void add_body_commands(CLI::App& app, Invocation& chosen, const std::string& command_line);

}  // namespace resound
