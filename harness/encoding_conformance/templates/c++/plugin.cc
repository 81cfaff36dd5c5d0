// A plug-in for conform. It does ASCII: replace encode and decode with your codec. The code below them speaks
// the plug-in protocol, version 1 (docs/plug-ins.md), and can stay as it is.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

const std::string ENCODING = "ascii";  // the id, as in implementation.yaml

using Bytes = std::vector<std::uint8_t>;
using Values = std::vector<std::uint64_t>;

// Thrown if the input is ill-formed, with the offset of the first bad byte or the index of the first bad value.
// If your codec does not report the place, throw Rejected{}.
struct Rejected {
    std::optional<std::size_t> offset;
};

// YOUR CODEC. A value that no uint64_t holds comes as UINT64_MAX.
Bytes encode(const Values& values) {
    Bytes bytes;
    for (std::size_t index = 0; index < values.size(); index++) {
        if (values[index] > 0x7F) throw Rejected{index};
        bytes.push_back(static_cast<std::uint8_t>(values[index]));
    }
    return bytes;
}

// YOUR CODEC.
Values decode(const Bytes& bytes) {
    Values values;
    for (std::size_t offset = 0; offset < bytes.size(); offset++) {
        if (bytes[offset] > 0x7F) throw Rejected{offset};
        values.push_back(bytes[offset]);
    }
    return values;
}

// ---- The protocol.

Values parse_values(const std::string& field) {
    Values values;
    std::istringstream numbers(field == "-" ? "" : field);
    for (std::string number; std::getline(numbers, number, ',');)
        values.push_back(std::strtoull(number.c_str(), nullptr, 16));
    return values;
}

Bytes parse_bytes(const std::string& field) {
    Bytes bytes;
    for (std::size_t at = 0; at + 1 < field.size(); at += 2)  // no bytes are one hyphen
        bytes.push_back(static_cast<std::uint8_t>(std::stoi(field.substr(at, 2), nullptr, 16)));
    return bytes;
}

template <typename Number>
std::string format(const std::vector<Number>& numbers, const char* each, const char* between) {
    std::string text;
    for (auto number : numbers) {
        char digits[17];
        std::snprintf(digits, sizeof digits, each, static_cast<unsigned long long>(number));
        text += (text.empty() ? "" : between) + std::string(digits);
    }
    return text.empty() ? "-" : text;
}

// With several encodings, hello names them all, separated by commas, and the third word says which is meant.
std::string answer(const std::string& line) {
    std::string id, word, encoding, field;
    std::istringstream(line) >> id >> word >> encoding >> field;
    try {
        if (word == "hello") return id + " ok 1 " + ENCODING;
        if (encoding != ENCODING) return id + " unsupported encoding";
        if (word == "encode") return id + " ok " + format(encode(parse_values(field)), "%02llX", "");
        return id + " ok " + format(decode(parse_bytes(field)), "%llX", ",");
    } catch (const Rejected& rejected) {
        return id + " reject " + (rejected.offset ? std::to_string(*rejected.offset) : "-");
    }
}

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    try {
        for (std::string line; std::getline(std::cin, line);) {
            std::cout << answer(line) << '\n';
            if (std::cin.rdbuf()->in_avail() <= 0) std::cout.flush();  // no reply waits while no input does
        }
    } catch (...) {
        std::cout.flush();  // replies that came before a crash tell what it came with
        throw;
    }
}
