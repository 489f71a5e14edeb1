import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import { field } from '@jwxt/contracts/kernel/resource-field.ts';
import { resourcePath } from '@jwxt/contracts/kernel/resource.vocabulary.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import {
  exportFreshmanProgress,
  queryFreshmanProgress,
  type ProgressLine,
} from '@jwxt/contracts/student-status/freshman/freshman-progress.operations.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod';
import { usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { FieldInput } from '../../../resource/resource-field-input.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { Card, Figure, Headline, Page, Toolbar } from '../../../ui/page.tsx';
import { progressFigures, progressLines, type ProgressFigures } from './freshman-progress.model.ts';

const text = z.string().catch('').default('');
const pageState = z.object({ grade: text, departmentId: text });
const newest = field.reference('年级', 'grade', { empty: '最新年级' });

type Line = ProgressFigures & { readonly key: string; readonly name: string };
const share = ({ reportedNum, admittedNum }: ProgressFigures): string =>
  admittedNum === 0 ? NOTHING : `${((reportedNum / admittedNum) * 100).toFixed(1)}%`;
const figure = (key: keyof ProgressFigures, title: string): Column<Line> => ({
  key,
  title,
  width: 80,
  align: 'right',
  render: (row) => row[key],
});
const figures: Column<Line>[] = [
  figure('admittedNum', '录取'),
  figure('reportedNum', '已报到'),
  { key: 'share', title: '报到率', width: 84, align: 'right', render: share },
  figure('lateNum', '请假'),
  figure('absentNum', '未报到'),
  figure('waitingNum', '未登记'),
  figure('keptNum', '保留资格'),
  figure('abandonedNum', '放弃'),
  figure('dividedNum', '已分班'),
  figure('numberedNum', '已编学号'),
  figure('studentNum', '已转学籍'),
];

/** 迎新进度 (STUDENT-STATUS-11): how far the school is, by unit, then by grade-major, down to the list. */
export function FreshmanProgressPage() {
  const [state, setState] = usePageState(pageState);
  const navigate = useNavigate();
  const mayList = useMay('freshman:query');
  const query = useOperation(queryFreshmanProgress, state.grade === '' ? {} : { grade: state.grade });
  const rows = query.data?.rows;
  const unit = state.departmentId;
  const inUnit: readonly ProgressLine[] | undefined = rows?.filter((row) => unit === '' || row.departmentId === unit);
  const lines = inUnit && progressLines(inUnit, unit === '' ? 'department' : 'gradeMajor');
  const all = progressFigures(inUnit ?? []);
  // Nothing is known until the first answer.
  const known = (figure: number): number | string => (query.data === undefined ? NOTHING : figure);
  const asked = {
    ...(query.data && query.data.grade !== '' ? { grade: query.data.grade } : {}),
    ...(unit === '' ? {} : { departmentId: unit }),
  };
  return (
    <Page title="迎新进度">
      <Headline
        actions={
          <FieldInput
            id="progress-grade"
            aria-label="年级"
            name="grade"
            field={newest}
            row={null}
            value={state.grade || (query.data?.grade ?? '')}
            onChange={(value) => {
              setState({ grade: textOf(value), departmentId: '' });
            }}
          />
        }
      >
        <Figure lead value={known(all.admittedNum)} label={`${query.data?.gradeName ?? ''}录取`} />
        <Figure
          value={known(all.reportedNum)}
          label={query.data === undefined ? '已报到' : `已报到 ${share(all)}`}
          tone="green"
        />
        <Figure value={known(all.lateNum)} label="请假" />
        <Figure value={known(all.absentNum + all.waitingNum)} label="未报到与未登记" tone="red" />
        <Figure value={known(all.dividedNum)} label="已分班" />
        <Figure value={known(all.numberedNum)} label="已编学号" />
        <Figure value={known(all.studentNum)} label="已转学籍" tone="green" />
      </Headline>
      <Card flush grow>
        <Toolbar right={unit === '' ? '点一个院系看各专业' : (inUnit?.[0]?.departmentName ?? '')}>
          {unit !== '' && (
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={16} />}
              onClick={() => {
                setState({ departmentId: '' });
              }}
            >
              返回各院系
            </Button>
          )}
          <ExportButton operation={exportFreshmanProgress} input={asked} />
        </Toolbar>
        <DataTable<Line>
          label="迎新进度"
          columns={[
            {
              key: 'name',
              title: unit === '' ? '院系' : '年级专业',
              width: 'auto',
              align: 'left',
              ellipsis: true,
              render: (row) => row.name,
            },
            ...figures,
          ]}
          rows={lines}
          query={query}
          rowKey={(row) => row.key}
          numberFrom={1}
          minWidth={1080}
          onRow={(row) => {
            if (unit === '') setState({ departmentId: row.key }, { push: true });
            else if (mayList)
              void navigate({ to: `${resourcePath('freshman')}?gradeMajorId=${encodeURIComponent(row.key)}` });
          }}
          empty={{ reason: '没有新生，请先在“新生信息”中导入录取名单' }}
        />
      </Card>
    </Page>
  );
}
