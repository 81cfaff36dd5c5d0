# Version 1 of the plug-in protocol, for a table of codecs: encoding id → an object with encode and decode.
#
# encode takes the values and returns a string of bytes, decode takes such a string and returns the values. Either
# raises Rejected for what Ruby rejects, and Unsupported for what Ruby cannot be asked.

class Unsupported < StandardError; end

class Rejected < StandardError
  attr_reader :offset

  def initialize(message, offset = "-")
    super(message.dump)
    @offset = offset
  end
end

READ_SIZE = 1 << 16

VALUES = /\A\h+(,\h+)*\z/
BYTES = /\A(\h\h)+\z/

def perform(codec, operation, field)
  case operation
  when "encode"
    raise Unsupported, "field" unless field == "-" || VALUES.match?(field)
    written = codec.encode(field == "-" ? [] : field.split(",").map(&:hex)).unpack1("H*").upcase
  when "decode"
    raise Unsupported, "field" unless field == "-" || BYTES.match?(field)
    written = codec.decode(field == "-" ? "".b : [field].pack("H*")).map { |value| value.to_s(16).upcase }.join(",")
  else
    raise Unsupported, "operation"
  end
  written.empty? ? "-" : written
end

def answer(codecs, operation, encoding, field = nil, *more)
  return "ok 1 #{codecs.keys.join(',')}" if operation == "hello" && encoding == "1" && !field
  raise Unsupported, "request" if !field || !more.empty?
  codec = codecs.fetch(encoding) { raise Unsupported, "encoding" }
  "ok #{perform(codec, operation, field)}"
rescue Rejected => fault
  "reject #{fault.offset} #{fault.message}"
rescue Unsupported => fault
  "unsupported #{fault.message}"
end

# Reads as much as there is and answers it in one go, so that no reply waits while no input does.
def serve(codecs)
  $stdout.sync = true
  unfinished = +""
  loop do
    unfinished << $stdin.readpartial(READ_SIZE)
    *lines, unfinished = unfinished.split("\n", -1)
    replies = lines.filter_map do |line|
      id, operation, encoding, *rest = line.split(" ", -1)
      next "#{id} #{answer(codecs, operation, encoding, *rest)}\n" if /\A[0-9]+\z/.match?(id) && operation
      warn "no request: #{line[0, 80]}" # there is no id to reply to
    end
    $stdout.write(replies.join)
  end
rescue EOFError
  # The end of input is the end of all requests.
end
