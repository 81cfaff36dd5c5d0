{-# LANGUAGE CPP #-}
-- The package text, asked through version 1 of the plug-in protocol: Data.Text.Lazy.Encoding, with strictDecode.
--
-- The decoders take a lazy ByteString, whose chunks are the pieces. What they throw tells no offset. A Text holds no
-- surrogates: pack makes each of them U+FFFD, which is passed on.

module Main (main) where

import Control.Exception (SomeException, evaluate, fromException, throwIO, try)
import Data.Char (chr, digitToInt, isDigit, isHexDigit, ord)
import Data.List (find, intercalate)
import Data.Text.Encoding.Error (UnicodeException, strictDecode)
import Data.Word (Word8)
import Numeric (showHex)
import System.Environment (getArgs)
import System.IO

import qualified Data.ByteString as Strict
import qualified Data.ByteString.Lazy as Bytes
import qualified Data.Text.Lazy as Text
import qualified Data.Text.Lazy.Encoding as Encoding

data Codec = Codec
  { name :: String
  , encode :: Text.Text -> Bytes.ByteString
  , decode :: Bytes.ByteString -> Text.Text
  }

codecs :: [Codec]
codecs =
  [ Codec "utf-8" Encoding.encodeUtf8 (Encoding.decodeUtf8With strictDecode)
  , Codec "utf-16-be" Encoding.encodeUtf16BE (Encoding.decodeUtf16BEWith strictDecode)
  , Codec "utf-16-le" Encoding.encodeUtf16LE (Encoding.decodeUtf16LEWith strictDecode)
  , Codec "utf-32-be" Encoding.encodeUtf32BE (Encoding.decodeUtf32BEWith strictDecode)
  , Codec "utf-32-le" Encoding.encodeUtf32LE (Encoding.decodeUtf32LEWith strictDecode)
  ]

-- Fields

splitAtEach :: Char -> String -> [String]
splitAtEach separator line = case break (== separator) line of
  (word, _ : rest) -> word : splitAtEach separator rest
  (word, []) -> [word]

parseValue :: String -> Maybe Integer
parseValue digits
  | not (null digits) && all isHexDigit digits = Just (foldl (\value digit -> 16 * value + toInteger (digitToInt digit)) 0 digits)
  | otherwise = Nothing

parseValues :: String -> Maybe [Integer]
parseValues "-" = Just []
parseValues field = mapM parseValue (splitAtEach ',' field)

parseBytes :: String -> Maybe [Word8]
parseBytes [] = Just []
parseBytes (high : low : rest)
  | isHexDigit high && isHexDigit low = (fromIntegral (16 * digitToInt high + digitToInt low) :) <$> parseBytes rest
parseBytes _ = Nothing

parsePieces :: String -> Maybe Bytes.ByteString
parsePieces "" = Nothing
parsePieces "-" = Just Bytes.empty
parsePieces field = Bytes.fromChunks . map Strict.pack <$> mapM parseBytes (splitAtEach '/' field)

formatByte :: Word8 -> String
formatByte byte = if byte < 16 then '0' : showHex byte "" else showHex byte ""

ok :: String -> String
ok field = "ok " ++ if null field then "-" else field

-- Requests

askEncode :: Codec -> [Integer] -> String
askEncode codec values
  | any (> toInteger (ord maxBound)) values = "unsupported value above U+10FFFF"
  | otherwise = ok (concatMap formatByte (Bytes.unpack (encode codec (Text.pack (map (chr . fromInteger) values)))))

askDecode :: Codec -> Bytes.ByteString -> String
askDecode codec = ok . intercalate "," . map (flip showHex "" . ord) . Text.unpack . decode codec

ask :: [String] -> String
ask ["hello", "1"] = "ok 1 " ++ intercalate "," (map name codecs) ++ " chunks"
ask [operation, encoding, field] = case (operation, find ((== encoding) . name) codecs) of
  ("encode", Just codec) -> maybe "unsupported field" (askEncode codec) (parseValues field)
  ("decode", Just codec) -> maybe "unsupported field" (askDecode codec) (parsePieces field)
  (_, Nothing) -> "unsupported encoding"
  _ -> "unsupported operation"
ask _ = "unsupported request"

-- The reply, whole; a UnicodeException is a rejection, and anything else ends the program.
reply :: [String] -> IO String
reply request = do
  outcome <- try (let answered = ask request in evaluate (length answered) >> return answered)
  case outcome of
    Right answered -> return answered
    Left thrown -> maybe (throwIO (thrown :: SomeException)) (return . rejection) (fromException thrown)
 where
  rejection :: UnicodeException -> String
  rejection refused = "reject - " ++ show refused

answer :: String -> IO ()
answer line = case splitAtEach ' ' line of
  number : request@(_ : _) | not (null number) && all isDigit number -> do
    replied <- reply request
    putStrLn (number ++ " " ++ replied)
    hFlush stdout
  _ -> hPutStrLn stderr ("no request: " ++ line) -- there is no id to reply to

main :: IO ()
main = do
  arguments <- getArgs
  if arguments == ["--version"] then putStrLn ("text " ++ VERSION_text) else getContents >>= mapM_ answer . lines
