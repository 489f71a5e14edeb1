import { commandId } from '@jwxt/contracts/kernel/fields.ts';
import { describe, expect, it } from 'vitest';
import { createIntent, newCommandId } from './command-id.ts';

describe('command ids', () => {
  it('are what the contract asks for, each another', () => {
    const ids = Array.from({ length: 200 }, newCommandId);
    for (const id of ids) expect(commandId.safeParse(id).success).toBe(true);
    expect(new Set(ids).size).toBe(200);
  });

  it('the same input sent again is the same command; other input, or a finished intent, is another', () => {
    const intent = createIntent();
    const first = intent.idFor({ a: 1 });
    expect(intent.idFor({ a: 1 })).toBe(first);
    const second = intent.idFor({ a: 2 });
    expect(second).not.toBe(first);
    intent.done();
    expect(intent.idFor({ a: 2 })).not.toBe(second);
  });
});
