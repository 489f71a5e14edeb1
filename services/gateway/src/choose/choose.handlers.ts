import { courseChooseInit, chooseRound } from '@jwxt/contracts/choose/choose.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { handler } from '../kernel/handler.ts';

/** Begin and end of the round of course selection, `YYYY-MM-DD HH:mm:ss` in school time; without them there is none. */
const BEGIN = 'XKKSSJ';
const END = 'XKJSSJ';

/** What the entry of course selection answers at a moment, both as date-time texts. */
export function roundAt(
  now: string,
  begin: string | undefined,
  end: string | undefined,
): { type: string; message: string } {
  if (!begin || !end) return { type: chooseRound.none, message: '当前没有开放的选课轮次' };
  if (now < begin) return { type: chooseRound.notBegun, message: `选课尚未开始，开始时间为${begin}` };
  if (now >= end) return { type: chooseRound.over, message: `选课已于${end}结束` };
  return { type: chooseRound.open, message: '' };
}

export const chooseHandlers = [
  handler(courseChooseInit, async (_input, { services: { db }, now }) => {
    const { rows } = await db.query<{ code: string; value: string }>(
      'select param_code as code, para_value as value from base.parameter where param_code = any($1)',
      [[BEGIN, END]],
    );
    const valueOf = (code: string) => rows.find((row) => row.code === code)?.value;
    return roundAt(toDateTimeText(now), valueOf(BEGIN), valueOf(END));
  }),
];
