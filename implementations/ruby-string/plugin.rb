# Ruby's strings are bytes that know what encodes them. String#codepoints reads them, Integer#chr makes them.

require_relative "../protocol/ruby/protocol"

class Characters
  def initialize(encoding)
    @encoding = encoding
  end

  def encode(values)
    values.each_with_index.map { |value, index| character(value, index) }.join.b
  end

  def decode(bytes)
    bytes.force_encoding(@encoding).codepoints
  rescue ArgumentError => fault
    raise Rejected, fault.message
  end

  private

  def character(value, index)
    value.chr(@encoding)
  rescue RangeError => fault
    raise Rejected.new(fault.message, index)
  end
end

NAMES = {
  "utf-8" => "UTF-8",
  "utf-16-be" => "UTF-16BE",
  "utf-16-le" => "UTF-16LE",
  "utf-32-be" => "UTF-32BE",
  "utf-32-le" => "UTF-32LE",
}

serve(NAMES.transform_values { |name| Characters.new(name) })
