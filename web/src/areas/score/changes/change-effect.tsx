import { formatDecimal } from '@jwxt/contracts/kernel/number-text.ts';
import type { ChangeEffect } from '@jwxt/contracts/score/sheet-figures.ts';
import classes from './score-change-detail.module.css';

/** Students who are named; of more it tells the number. */
const NAMED_AT_MOST = 5;

/** What a change of scores does as a whole, in one line: to approvers, and to its applicant before it is sent. */
export function ChangeEffectLine({ effect }: { effect: ChangeEffect }) {
  const { studentNum, upNum, downNum, toPass, toFail, largest } = effect;
  return (
    <p className={classes['effect']} role="note" aria-label="更改汇总">
      <span>
        共 <b>{studentNum}</b> 名学生
      </span>
      <span>
        总评提高 <b>{upNum}</b> 人、降低 <b>{downNum}</b> 人
      </span>
      {toPass.length > 0 && (
        <strong>
          不及格变为及格 {toPass.length} 人（{namesOf(toPass)}）
        </strong>
      )}
      {toFail.length > 0 && (
        <strong>
          及格变为不及格 {toFail.length} 人（{namesOf(toFail)}）
        </strong>
      )}
      {toPass.length === 0 && toFail.length === 0 && <span>及格与否不变</span>}
      {largest && (
        <span>
          最大变动 <b>{signed(largest.change)}</b>（{largest.studentName}）
        </span>
      )}
    </p>
  );
}

function namesOf(names: readonly string[]): string {
  return names.slice(0, NAMED_AT_MOST).join('、') + (names.length > NAMED_AT_MOST ? '等' : '');
}

const signed = (hundredths: number): string => `${hundredths > 0 ? '+' : ''}${formatDecimal(hundredths, 2, 2)}`;
