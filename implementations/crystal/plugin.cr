# Crystal's strings, asked through version 1 of the plug-in protocol.
#
# A String is bytes that should be UTF-8; each_char and String.from_utf16 give U+FFFD for what is none, which is passed on.
# Int#chr refuses what is no character, and is asked value by value. UTF-16 is code units in memory.

# What the library cannot be asked, and what is no request; its message is the free text.
class Unsupported < Exception
end

# A refusal of the library.
class Rejection < Exception
end

# ---- fields

def parse_values(field : String) : Array(Int64)
  return [] of Int64 if field == "-"
  field.split(',').map do |digits|
    raise Unsupported.new("field") if digits.empty? || !digits.each_char.all?(&.hex?)
    digits.to_i64?(16) || raise Unsupported.new("value above 63 bits")
  end
end

def parse_bytes(field : String) : Bytes
  return Bytes.empty if field == "-" || field == ""
  field.hexbytes? || raise Unsupported.new("field")
end

def ok(field : String) : String
  field.empty? ? "ok -" : "ok #{field}"
end

# ---- codecs

def string_of(values : Array(Int64)) : String
  String.build do |text|
    values.each_with_index do |value, index|
      text << value.chr
    rescue refusal : ArgumentError
      raise Rejection.new("#{index} #{refusal.message}")
    end
  end
end

def units_of(bytes : Bytes) : Slice(UInt16)
  raise Unsupported.new("half a code unit") if bytes.size.odd?
  Slice(UInt16).new(bytes.size // 2) { |index| IO::ByteFormat::SystemEndian.decode(UInt16, bytes[2 * index, 2]) }
end

def bytes_of(units : Slice(UInt16)) : Bytes
  bytes = Bytes.new(2 * units.size)
  units.each_with_index { |unit, index| IO::ByteFormat::SystemEndian.encode(unit, bytes[2 * index, 2]) }
  bytes
end

UTF_16 = IO::ByteFormat::SystemEndian == IO::ByteFormat::LittleEndian ? "utf-16-le" : "utf-16-be"

def encode(encoding : String, values : Array(Int64)) : String
  text = string_of(values)
  ok((encoding == "utf-8" ? text.to_slice : bytes_of(text.to_utf16)).hexstring)
end

def decode(encoding : String, bytes : Bytes) : String
  text = encoding == "utf-8" ? String.new(bytes) : String.from_utf16(units_of(bytes))
  ok(text.each_char.map(&.ord.to_s(16)).join(','))
end

# ---- requests

def ask(words : Array(String)) : String
  return "ok 1 utf-8,#{UTF_16}" if words == ["hello", "1"]
  raise Unsupported.new("request") if words.size != 3 || words[2].empty?
  operation, encoding, field = words
  raise Unsupported.new("encoding") unless {"utf-8", UTF_16}.includes?(encoding)
  case operation
  when "encode" then encode(encoding, parse_values(field))
  when "decode" then decode(encoding, parse_bytes(field))
  else               raise Unsupported.new("operation")
  end
end

def reply(words : Array(String)) : String
  ask(words)
rescue refusal : Unsupported
  "unsupported #{refusal.message}"
rescue refusal : Rejection
  "reject #{refusal.message}"
end

if ARGV == ["--version"]
  puts "Crystal #{Crystal::VERSION}"
else
  STDIN.each_line do |line|
    id, *words = line.split(' ')
    if words.size > 0 && id.matches?(/\A[0-9]+\z/)
      puts "#{id} #{reply(words)}"
      STDOUT.flush
    else
      STDERR.puts "no request: #{line}" # there is no id to reply to
    end
  end
end
