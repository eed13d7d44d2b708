import { hash } from 'node:crypto';

/** Number of bytes of an id's hash that are kept: as many as a number holds. Two ids may share a hash. */
const KEY_BYTES = 6;

const keyOf = (id: string): number => hash('sha1', id, 'buffer').readUIntBE(0, KEY_BYTES);

const FIRST_CAPACITY = 1 << 16;

/** Hashes of a file's ids, in the order of the file. A million take 8 MB; their ids would take 200. */
export class IdKeys {
  #keys = new Float64Array(FIRST_CAPACITY);

  length = 0;

  add(id: string): void {
    if (this.length === this.#keys.length) {
      const larger = new Float64Array(this.length * 2);
      larger.set(this.#keys);
      this.#keys = larger;
    }
    this.#keys[this.length] = keyOf(id);
    this.length += 1;
  }

  /** Whether the record at this place of the file has this id. */
  isAt(place: number, id: string): boolean {
    return place < this.length && this.#keys[place] === keyOf(id);
  }

  /** Returns whether an id may be there more than once; undefined if none is. */
  repeated(): ((id: string) => boolean) | undefined {
    const sorted = this.#keys.slice(0, this.length).sort();
    const keys = new Set(sorted.filter((key, index) => key === sorted[index - 1]));
    return keys.size === 0 ? undefined : (id) => keys.has(keyOf(id));
  }
}
