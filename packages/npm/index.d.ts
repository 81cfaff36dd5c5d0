/** The version of the test vectors. */
export const version: string;

/** The ids of the encodings. */
export function encodings(): string[];

/** Returns the test vectors of an encoding. Throws a RangeError if there is no such encoding. */
export function load(encoding: string): Encoding;

export interface Encoding {
  readonly id: string;
  readonly title: string;
  /** Bytes to values. */
  readonly decode: readonly Vector<Uint8Array, bigint[]>[];
  /** Values to bytes. */
  readonly encode: readonly Vector<bigint[], Uint8Array>[];
}

/** An input, with the outcomes that the specification permits. */
export interface Vector<Input, Result> {
  readonly id: string;
  readonly input: Input;
  readonly permitted: readonly (Ok<Result> | Reject)[];
  /** Whether any rejection passes, because a value in the input is optional. */
  readonly mayRefuse: boolean;
  readonly note: string;
  readonly requirements: readonly Requirement[];
  /** Whether a codec that gives this result passes. */
  permitsResult(result: ArrayLike<number | bigint>): boolean;
  /** Whether a codec that rejects the input passes. A codec that does not say where gives no offset. */
  permitsRejection(offset?: number): boolean;
}

export interface Ok<Result> {
  readonly outcome: "ok";
  readonly result: Result;
}

export interface Reject {
  readonly outcome: "reject";
  /** The number of bytes or values before the first fault; null if the specification does not determine it. */
  readonly offset: number | null;
  /** Why; for people. */
  readonly reason: string | null;
}

export interface Requirement {
  readonly id: string;
  readonly section: string;
  readonly sentence: string;
}
