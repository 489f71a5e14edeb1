import type { ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Button } from '@mantine/core';
import { IconArrowRight, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { auditSheet } from '@jwxt/contracts/audit/audit.operations.ts';
import { NO_SCORE } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Card } from '../../ui/page.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { StruckValue } from '../../ui/struck-value.tsx';
import { formulaOf, itemChanged, type ScoreMoment, type ScoreStep } from './replay.model.ts';
import classes from './audit.module.css';

/** The score before and after a step, and the sheet of the class as it was then. */
export function StepScore({ step, studentCode }: { step: ScoreStep; studentCode: string }) {
  const { before, after } = step;
  const formula = formulaOf(after);
  return (
    <Card
      title="当时的成绩"
      note={step.atText}
      grow
      actions={
        <StatusTag
          tone={
            after.state === 'passed' || after.state === 'recognised'
              ? 'green'
              : after.state === 'returned'
                ? 'red'
                : 'blue'
          }
        >
          {after.stateName}
        </StatusTag>
      }
    >
      <div className={classes['compare']}>
        <span>
          <small>此步之前</small>
          <BigValue moment={before} />
        </span>
        <IconArrowRight size={20} aria-hidden />
        <span>
          <small>此步之后</small>
          <BigValue moment={after} after />
        </span>
      </div>
      <table className={classes['table']} aria-label="此步前后的成绩">
        <thead>
          <tr>
            <th scope="col">成绩项</th>
            <th scope="col">此步之前</th>
            <th scope="col">此步之后</th>
          </tr>
        </thead>
        <tbody>
          {after.items.map((item) => (
            <tr key={item.dataKey} data-changed={itemChanged(before, after, item.dataKey) || undefined}>
              <td>
                {item.name} {item.proportion}%
              </td>
              <td>
                <ItemValue item={before.items.find((entry) => entry.dataKey === item.dataKey)} />
              </td>
              <td>
                <ItemValue item={item} />
              </td>
            </tr>
          ))}
          <tr data-changed={before.remarkCode !== after.remarkCode || undefined}>
            <td>成绩备注</td>
            <td>{before.remarkName}</td>
            <td>{after.remarkName}</td>
          </tr>
          <tr data-changed={before.finalText !== after.finalText || undefined}>
            <td>
              <b>总评</b>
            </td>
            <td>{before.finalText}</td>
            <td>{after.finalText}</td>
          </tr>
        </tbody>
      </table>
      {formula !== null && <p className={classes['note']}>{formula}</p>}
      {step.teachingClassId !== null && step.scoreType !== null && (
        <SheetThen
          teachingClassId={step.teachingClassId}
          scoreType={step.scoreType}
          asOf={step.at}
          studentCode={studentCode}
        />
      )}
    </Card>
  );
}

/** An item's value, struck out with the reason where the remark lets it not count, as on the sheet. */
function ItemValue({ item }: { item: { value: string | null; barredBy: string | null } | undefined }) {
  return <StruckValue text={item?.value ?? NO_SCORE} barredBy={item?.barredBy ?? null} />;
}

function BigValue({ moment, after }: { moment: ScoreMoment; after?: boolean }) {
  const known = moment.final !== null;
  const Glyph = moment.passed ? IconCircleCheck : IconCircleX;
  return (
    <span
      className={classes['big']}
      data-after={after || undefined}
      data-tone={known ? (moment.passed ? 'green' : 'red') : undefined}
    >
      {known && <Glyph size={after ? 22 : 18} aria-label={moment.passed ? '及格' : '不及格'} />}
      {moment.finalText}
    </span>
  );
}

type SheetThenProps = { teachingClassId: string; scoreType: string; asOf: string; studentCode: string };
const rowsAround = 2;

function SheetThen({ teachingClassId, scoreType, asOf, studentCode }: SheetThenProps) {
  const query = useOperation(auditSheet, { teachingClassId, scoreType: scoreType as ScoreType, asOf });
  const [whole, setWhole] = useState(false);
  return (
    <QueryFaces query={query}>
      {(sheet) => {
        const place = Math.max(
          0,
          sheet.rows.findIndex((row) => row.studentCode === studentCode),
        );
        const first = Math.max(0, Math.min(place - rowsAround, sheet.rows.length - 2 * rowsAround - 1));
        return (
          <>
            <div className={classes['sectionHead']}>
              当时的成绩单{' '}
              <span className={classes['muted']}>
                （{sheet.teachingClassName}，{sheet.rows.length} 人，{sheet.sheetStatusName}）
              </span>
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => {
                  setWhole(true);
                }}
              >
                查看全部
              </Button>
            </div>
            <SheetTable
              sheet={sheet}
              rows={sheet.rows.slice(first, first + 2 * rowsAround + 1)}
              studentCode={studentCode}
            />
            <Dialog
              opened={whole}
              onClose={() => {
                setWhole(false);
              }}
              title={`${sheet.asOf} 的成绩单：${sheet.courseName}（${sheet.teachingClassName}）`}
              width={900}
              height="70vh"
            >
              <SheetTable sheet={sheet} rows={sheet.rows} studentCode={studentCode} />
            </Dialog>
          </>
        );
      }}
    </QueryFaces>
  );
}

type Sheet = NonNullable<ReturnType<typeof useOperation<typeof auditSheet>>['data']>;

function SheetTable({ sheet, rows, studentCode }: { sheet: Sheet; rows: Sheet['rows']; studentCode: string }) {
  return (
    <table className={classes['table']} aria-label="当时的成绩单">
      <thead>
        <tr>
          <th scope="col">学号</th>
          <th scope="col">姓名</th>
          {sheet.items.map((item) => (
            <th key={item.dataKey} scope="col">
              {item.scoreSubItemName}
            </th>
          ))}
          <th scope="col">备注</th>
          <th scope="col">总评</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.studentCode} data-chosen={row.studentCode === studentCode || undefined}>
            <td>{row.studentNumber}</td>
            <td>{row.studentName}</td>
            {sheet.items.map((item) => (
              <td key={item.dataKey}>
                <ItemValue item={row.items[item.dataKey]} />
              </td>
            ))}
            <td>{row.scoreRemarkName}</td>
            <td>{row.studentScoreFinalValue}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
