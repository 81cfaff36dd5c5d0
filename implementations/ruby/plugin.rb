# Array#pack and String#unpack: U for UTF-8, w for BER compressed integers.

require_relative "../protocol/ruby/protocol"

class Pack
  def initialize(directive)
    @directives = "#{directive}*"
  end

  # pack says which kind of value it refuses, not which of them.
  def encode(values)
    values.pack(@directives).b
  rescue RangeError, ArgumentError => fault
    raise Rejected, fault.message
  end

  def decode(bytes)
    bytes.unpack(@directives)
  rescue ArgumentError => fault
    raise Rejected, fault.message
  end
end

serve("utf-8-31bit" => Pack.new("U"), "kim-count" => Pack.new("w"))
