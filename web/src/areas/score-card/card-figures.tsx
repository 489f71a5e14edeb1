import { Popover, UnstyledButton } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Figure, Headline } from '../../ui/page.tsx';
import type { Card } from './card-rows.model.ts';
import classes from './score-card.module.css';

/** Whom the card is about, what the scores add up to, and by which version of the rules. */
export function CardFigures({ card: { student, totals, rules } }: { card: Card }) {
  return (
    <Headline actions={<Rules rules={rules} />}>
      <div className={classes['subject']}>
        <strong>{student.studentName}</strong>
        <span>
          {student.studentNumber} · {student.statusName}
        </span>
        <span>
          {student.departmentName} · {student.administrativeClassName}
        </span>
      </div>
      <Figure lead tone="ink" value={totals.gpa} label="平均学分绩点" />
      <Figure value={totals.weightedAverage} label="加权平均分" />
      <Figure value={totals.earnedCredit} label="已获学分" />
      <Figure
        value={totals.failedCredit}
        label={`未通过学分（${String(totals.failedNum)} 门）`}
        {...(totals.failedNum > 0 ? { tone: 'red' as const } : {})}
      />
      <Figure value={totals.inProgressCredit} label={`在修学分（${String(totals.inProgressNum)} 门）`} />
    </Headline>
  );
}

function Rules({ rules }: { rules: Card['rules'] }) {
  return (
    <Popover width={380} position="bottom-end" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes['rules']}>
          <IconInfoCircle size={15} aria-hidden />
          计算规则 {rules.ruleVersion}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes['ruleText']}>
          <strong>{rules.ruleName}</strong>
          <p>
            有效成绩：{rules.effectiveRuleName}；及格线 {rules.passMark} 分。
          </p>
          <p>
            绩点（{rules.gpaRuleName}）：{rules.gpaRuleText}。
          </p>
          <p>平均学分绩点 = Σ（绩点 × 学分）÷ Σ学分，加权平均分同此；绩点一栏为“-”的课程不计入。</p>
          {rules.coefficientText === '' ? null : <p>{rules.coefficientText}。</p>}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
