import { err, ok, type Result } from '@patchwork/domain';

/** Names that lead from an object to its prototype. No data of ours has them. */
const reserved = new Set(['__proto__', 'constructor', 'prototype']);

export const isReserved = (name: string): boolean => reserved.has(name);

/** More than any hand writes, and little enough to be checked at once. */
const maxLength = 2_000_000;
const maxDepth = 20;

/** A copy that is JSON and nothing else, or why there is none: 'is not JSON'. */
export function plainCopy(value: unknown): Result<unknown, string> {
  const text = write(value);
  if (text === undefined) return err('is not JSON');
  if (text.length > maxLength) return err(`has more than ${maxLength} characters`);
  const copy: unknown = JSON.parse(text);
  const fault = faultIn(copy, maxDepth);
  return fault === undefined ? ok(copy) : err(fault);
}

/** Undefined for what JSON cannot say: cycles, functions, nesting beyond the stack. */
function write(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function faultIn(value: unknown, levels: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `is nested more than ${maxDepth} levels deep`;
  for (const [name, inner] of Object.entries(value)) {
    const fault = isReserved(name) ? `has a field named ${name}` : faultIn(inner, levels - 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
