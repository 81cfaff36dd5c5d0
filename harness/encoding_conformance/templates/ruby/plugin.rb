# A plug-in for conform. It does ASCII: replace encode and decode with your codec. The code below them speaks
# the plug-in protocol, version 1 (docs/plug-ins.md), and can stay as it is.

ENCODING = "ascii" # the id, as in implementation.yaml

# Raised if the input is ill-formed, with the offset of the first bad byte or the index of the first bad value.
# If your codec does not report the place, raise Rejected without an argument.
class Rejected < StandardError
  attr_reader :offset

  def initialize(offset = "-")
    super("ill-formed")
    @offset = offset
  end
end

# YOUR CODEC. Takes integers of any size, gives a string of bytes.
def encode(values)
  index = values.index { |value| value > 0x7F }
  raise Rejected, index if index
  values.pack("C*")
end

# YOUR CODEC. Takes a string of bytes, gives integers.
def decode(bytes)
  offset = bytes.bytes.index { |byte| byte > 0x7F }
  raise Rejected, offset if offset
  bytes.bytes
end

# ---- The protocol.

def parse_values(field) = field == "-" ? [] : field.split(",").map(&:hex)

def parse_bytes(field) = field == "-" ? "".b : [field].pack("H*")

def filled(field) = field.empty? ? "-" : field

# With several encodings, hello names them all, separated by commas, and the third word says which is meant.
def reply(operation, encoding, field = nil)
  return "ok 1 #{ENCODING}" if operation == "hello"
  return "unsupported encoding" if encoding != ENCODING
  case operation
  when "encode" then "ok " + filled(encode(parse_values(field)).unpack1("H*"))
  when "decode" then "ok " + filled(decode(parse_bytes(field)).map { |value| value.to_s(16) }.join(","))
  end
rescue Rejected => rejected
  "reject #{rejected.offset}"
end

def answer(line)
  id, *request = line.split(" ")
  "#{id} #{reply(*request)}\n"
end

# Each block of input is answered before more is read, so that no reply waits while no input does.
unfinished = ""
until $stdin.eof?
  *lines, unfinished = (unfinished + $stdin.readpartial(1 << 16)).split("\n", -1)
  lines.each { |line| print answer(line) }
  $stdout.flush
end
