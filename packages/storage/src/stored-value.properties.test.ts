import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { createStoredValue } from './stored-value.ts';

afterEach(() => vi.unstubAllGlobals());

function parse(value: unknown): unknown {
  if (value === undefined) throw new Error('no value');
  return value;
}
const stored = createStoredValue({ name: 'user', version: 1, parse, scope: 'shop' });

const methods = ['getItem', 'setItem', 'removeItem'] as const;

/** A storage of which each call of a method in `refused` throws, as a full or forbidden one does. */
function hostileStorage() {
  const texts = new Map<string, string>();
  const refused = new Set<string>();
  const guard = (method: (typeof methods)[number]) => {
    if (refused.has(method)) throw new DOMException('refused', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', {
    getItem(key: string) {
      guard('getItem');
      return texts.get(key) ?? null;
    },
    setItem(key: string, text: string) {
      guard('setItem');
      texts.set(key, text);
    },
    removeItem(key: string) {
      guard('removeItem');
      texts.delete(key);
    },
  });
  return { texts, refused };
}

const steps = fc.oneof(
  fc.record({ type: fc.constant('write'), value: fc.jsonValue() }),
  fc.record({ type: fc.constant('remove') }),
  fc.record({ type: fc.constant('refuse'), method: fc.constantFrom(...methods) }),
  fc.record({ type: fc.constant('recover') }),
);

test('what is read is what was written last, whatever the storage refuses in between', () => {
  fc.assert(
    fc.property(fc.array(steps), (sequence) => {
      const { texts, refused } = hostileStorage();
      let expected: unknown;
      for (const step of sequence) {
        if (step.type === 'refuse') refused.add(step.method);
        else if (step.type === 'recover') refused.clear();
        else if (step.type === 'write') {
          const isWritten = stored.write(step.value);
          expect(isWritten).toBe(!refused.has('setItem'));
          if (isWritten) expected = JSON.parse(JSON.stringify(step.value));
        } else {
          stored.remove();
          if (!refused.has('removeItem')) expected = undefined;
        }
        expect(stored.read()).toEqual(refused.has('getItem') ? undefined : expected);
        expect(texts.size).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('no text makes reading throw', () => {
  const { texts } = hostileStorage();
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.jsonValue().map((value) => JSON.stringify({ version: 1, value })),
    fc.jsonValue().map((version) => JSON.stringify({ version, value: 'a value' })),
  );
  fc.assert(
    fc.property(text, (foreign) => {
      texts.set(stored.key, foreign);
      expect(stored.parseText(foreign)).toEqual(stored.read());
    }),
  );
});
