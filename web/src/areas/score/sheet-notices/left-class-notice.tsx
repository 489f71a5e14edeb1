import { Alert } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { scoreRemark } from '@jwxt/contracts/score/score.vocabulary.ts';
import { displayText, type SheetHead, type SheetRow } from '../sheet-grid/sheet-grid.model.ts';
import classes from './sheet-notices.module.css';

/** What was typed for students who left the class before anything was published; nothing while nobody did. */
export function LeftClassNotice({ sheet }: { sheet: SheetHead }) {
  const { leftRows } = sheet;
  if (leftRows.length === 0) return null;
  return (
    <Alert color="gray" icon={<IconUserMinus size={16} />} p={8} role="note">
      {leftRows.length} 名学生已退出教学班名单，录入的成绩保留在此，不随成绩单提交；重新进入名单后恢复：
      {leftRows.map((row) => (
        <div key={row.studentCode} className={classes['refused']}>
          {row.studentNumber} {row.studentName}：{typed(sheet, row)}
        </div>
      ))}
    </Alert>
  );
}

function typed(sheet: SheetHead, row: SheetRow): string {
  const values = sheet.items
    .filter(({ dataKey }) => row.items[dataKey] !== null && row.items[dataKey] !== undefined)
    .map(
      ({ dataKey, scoreSubItemName }) =>
        `${scoreSubItemName} ${displayText(sheet, dataKey, row.items[dataKey] ?? null)}`,
    );
  return [...values, ...(row.scoreRemarkCode === scoreRemark.normal ? [] : [row.scoreRemarkName])].join('、');
}
