import { ERASED } from '@jwxt/contracts/kernel/personal.ts';
import { expect, test } from 'vitest';
import {
  encipher,
  KeyNotLookedFor,
  keysToLookFor,
  learnKey,
  masterKey,
  newPersonKey,
  readPersonal,
  unwrapKey,
  wrapKey,
} from './personal-cipher.ts';

const learnt = (): ReturnType<typeof newPersonKey> => {
  const key = newPersonKey();
  learnKey(key.id, key.bytes);
  return key;
};

test('an enciphered value has the same bytes each time, reads as it was, and as erased without its key', () => {
  const key = learnt();
  const stored = encipher('张三', key, 'studentName');
  expect(encipher('张三', key, 'studentName')).toBe(stored);
  expect(encipher('张三', learnt(), 'studentName')).not.toBe(stored);
  expect(stored).not.toContain('张三');
  const data = { rows: [{ studentName: stored, final: 8550 }], note: '无' };
  expect(readPersonal(data)).toEqual({ rows: [{ studentName: '张三', final: 8550 }], note: '无' });
  learnKey(key.id, 'destroyed');
  expect(readPersonal(data)).toEqual({ rows: [{ studentName: ERASED, final: 8550 }], note: '无' });
  expect(encipher('张三', { id: key.id, bytes: null }, 'studentName')).toBe(ERASED);
});

test('a value that was moved to another field, or changed, is not read as if it belonged there', () => {
  const key = learnt();
  const stored = encipher('张三', key, 'studentName');
  expect(readPersonal({ opinion: stored })).toEqual({ opinion: stored });
  const changed = `${stored.slice(0, -2)}${stored.endsWith('AA') ? 'BB' : 'AA'}`;
  expect(readPersonal({ studentName: changed })).toEqual({ studentName: changed });
});

test('what was stored in the clear stays as it is, and what nobody looked for is not read', () => {
  const plain = { studentName: '李四', at: ['§1.', '§1.abc.def'] };
  expect(readPersonal(plain)).toBe(plain);
  const key = newPersonKey();
  const stored = { studentName: encipher('王五', key, 'studentName') };
  const found = new Set<string>();
  keysToLookFor([stored], found);
  expect([...found]).toEqual([key.id]);
  expect(() => readPersonal(stored)).toThrow(KeyNotLookedFor);
  learnKey(key.id, 'unknown');
  expect(readPersonal(stored)).toBe(stored);
});

test('a key is unwrapped by the master key that wraps it, and by no other', () => {
  const key = newPersonKey();
  const [one, other] = [masterKey('one secret of the operator'), masterKey('another secret of the operator')];
  const wrapped = wrapKey(key, one);
  expect(unwrapKey(key.id, wrapped, one)).toEqual(key.bytes);
  expect(unwrapKey(key.id, wrapped, other)).toBeNull();
  expect(unwrapKey(newPersonKey().id, wrapped, one)).toBeNull();
});
