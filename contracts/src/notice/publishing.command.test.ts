import { expect, it } from 'vitest';
import { noticeDraft } from './publishing.command.ts';

const draft = (content: string) =>
  noticeDraft.safeParse({
    noticeId: crypto.randomUUID(),
    noticeName: '停电',
    noticeTypeId: 'xt',
    content,
    audience: {},
  });

it('a text of tags alone is none, one with a word or a table is', () => {
  expect([draft('<p>&nbsp; <br></p>').success, draft('<p>停</p>').success, draft('<table></table>').success]).toEqual([
    false,
    true,
    true,
  ]);
});

it('a text of nothing but opening brackets is judged as quickly as another: once through, not once for each', () => {
  // With a rule that looks on from each of them this takes a quarter of an hour.
  expect(draft('<'.repeat(1_000_000)).success).toBe(false);
});
