import { CREDIT_REASON_MAX, type RecognitionKind } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { Button, TextInput } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { InsideLines } from './inside-lines.tsx';
import { OutsideLines } from './outside-lines.tsx';
import classes from './recognition.module.css';
import {
  creditsOf,
  proposalOf,
  withProposal,
  type Group,
  type KeptScore,
  type OwnAttempt,
  type Plan,
} from './recognition-form.model.ts';

export type RecognitionGroupProps = {
  kind: RecognitionKind;
  group: Group;
  index: number;
  studentId: string;
  plan: Plan;
  attempts: readonly OwnAttempt[];
  kept: readonly KeptScore[];
  /** May give a reason for fewer outside credits. */
  mayOverride: boolean;
  /** Messages by path, as the server names them. */
  errors: Readonly<Record<string, string>>;
  onChange: (group: Group) => void;
  /** Absent when it is the only group. */
  onRemove?: (() => void) | undefined;
};

/**
 * One group of the form: scores earned elsewhere at the left, what they are recognised as at the right, credits of both
 * compared.
 */
export function RecognitionGroup({
  kind,
  group,
  index,
  studentId,
  plan,
  attempts,
  kept,
  mayOverride,
  errors,
  onChange,
  onRemove,
}: RecognitionGroupProps) {
  const credits = creditsOf(group, plan.list);
  const path = `relateList.${String(index)}`;
  const own = errors[path] ?? errors[`${path}.outSideList`] ?? errors[`${path}.inSideList`];
  const proposal = proposalOf(group, { plan, attempts });
  return (
    <section
      className={classes['group']}
      data-short={credits.short || undefined}
      aria-label={`第 ${String(index + 1)} 组`}
    >
      <header className={classes['groupHead']}>
        第 {index + 1} 组
        <span
          className={classes['credits']}
          data-short={credits.short || own !== undefined || undefined}
          role={own === undefined ? undefined : 'alert'}
        >
          原课程 {credits.outside} 学分 → 认定 {credits.inside} 学分
          {own !== undefined ? `：${own}` : credits.short && '：原课程学分不足'}
        </span>
        {onRemove ? (
          <Button size="xs" variant="subtle" color="red" onClick={onRemove}>
            删除本组
          </Button>
        ) : (
          <span />
        )}
      </header>
      <div className={classes['sides']}>
        <OutsideLines
          kind={kind}
          lines={group.outside}
          attempts={attempts}
          kept={kept}
          path={`${path}.outSideList`}
          errors={errors}
          onChange={(outside) => {
            onChange(withProposal(group, { ...group, outside }, { plan, attempts }));
          }}
        />
        <span className={classes['arrow']} role="img" aria-label="认定为">
          <IconArrowRight size={20} aria-hidden />
        </span>
        <InsideLines
          studentId={studentId}
          plan={plan}
          proposal={proposal}
          lines={group.inside}
          path={`${path}.inSideList`}
          errors={errors}
          onChange={(inside) => {
            onChange({ ...group, inside });
          }}
        />
      </div>
      {credits.short && mayOverride && (
        <div className={classes['reason']}>
          <TextInput
            label="学分不足说明"
            placeholder="教务处可以说明理由后提交"
            maxLength={CREDIT_REASON_MAX}
            value={group.reason}
            error={errors[`${path}.creditShortReason`]}
            onChange={(event) => {
              onChange({ ...group, reason: event.currentTarget.value });
            }}
          />
        </div>
      )}
    </section>
  );
}
