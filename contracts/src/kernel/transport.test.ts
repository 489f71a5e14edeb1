import { createDecipheriv, createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { csrfToken, decodePassword, encodePassword } from './transport.ts';

describe('transport encodings', () => {
  it('LOGIN-34, SESSION-32: the password travels as AES-CBC with PKCS7 padding in upper-case hexadecimal', () => {
    const token = encodePassword('Jwxt@2026');
    expect(token).toMatch(/^[0-9A-F]{32}$/);
    const decipher = createDecipheriv('aes-128-cbc', 'jwxt-transport-1', 'jwxt-transport-0');
    expect(Buffer.concat([decipher.update(token, 'hex'), decipher.final()]).toString('utf8')).toBe('Jwxt@2026');
  });

  it('LOGIN-34: what is no encoded password decodes to null, not to an exception', () => {
    for (const token of ['', 'zz', 'ABCDEF', '00'.repeat(16)]) expect(decodePassword(token)).toBeNull();
    expect(decodePassword(encodePassword('密码 123'))).toBe('密码 123');
  });

  it('CLIENT-06, CLIENT-07: the csrf value is the MD5 of the timestamp followed by the key', () => {
    expect(csrfToken(1_795_000_000, 'secret')).toBe(createHash('md5').update('1795000000secret').digest('hex'));
  });
});
