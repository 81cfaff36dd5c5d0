# String#encode, Ruby's transcoders, to and from UTF-8; for UTF-8 itself, to and from UTF-32.
#
# It is given code points in a string that pack has made, so that it sees the ill-formed ones too.

require_relative "../protocol/ruby/protocol"

class Transcoder
  def initialize(name)
    @name = name
  end

  def encode(values)
    transcode(pivot(values), @name).b
  end

  def decode(bytes)
    transcode(bytes.force_encoding(@name), "UTF-8").codepoints
  end

  private

  def pivot(values)
    values.pack("U*")
  rescue RangeError => fault
    raise Unsupported, fault.message
  end

  def transcode(string, name)
    string.encode(name)
  rescue EncodingError => fault
    raise Rejected, fault.message
  end
end

class Utf8 < Transcoder
  def initialize
    super("UTF-8")
  end

  def decode(bytes)
    transcode(bytes.force_encoding(@name), "UTF-32BE").unpack("N*")
  end

  private

  def pivot(values)
    raise Unsupported, "value above 32 bits" if values.any? { |value| value >= 1 << 32 }
    values.pack("N*").force_encoding("UTF-32BE")
  end
end

NAMES = {
  "ascii" => "US-ASCII",
  "cesu-8" => "CESU-8",
  "cp437" => "IBM437",
  **[*1..11, *13..16].to_h { |part| ["iso-8859-#{part}", "ISO-8859-#{part}"] },
  "utf-16-be" => "UTF-16BE",
  "utf-16-le" => "UTF-16LE",
  "utf-32-be" => "UTF-32BE",
  "utf-32-le" => "UTF-32LE",
}

serve("utf-8" => Utf8.new, **NAMES.transform_values { |name| Transcoder.new(name) })
