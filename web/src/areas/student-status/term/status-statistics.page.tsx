import { NOTHING } from '@jwxt/contracts/kernel/nothing.ts';
import {
  dimensionNames,
  exportStatusStatistics,
  queryStatusStatistics,
  rangeNames,
  studentDimensions,
  type StudentDimension,
  type StudentRange,
} from '@jwxt/contracts/student-status/term/student-figures.operations.ts';
import { useState } from 'react';
import { z } from 'zod';
import { usePageState } from '../../../lib/page-state.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { DepartmentSelect } from '../../../pickers/department-select.tsx';
import { ChooseMany } from '../../../ui/choose-many.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { Card, Figure, Headline, Page, Toolbar } from '../../../ui/page.tsx';
import { Field, SearchForm } from '../../../ui/search-form.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { BackupDayInput, DayInput, daysAsked } from './day-fields.tsx';
import { FigureTableView, type FigurePlace } from './figure-table.tsx';
import { PersonsDialog } from './persons.dialog.tsx';
import { useGrades } from './term-options.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

const text = z.string().catch('').default('');
const pageState = z.object({
  rows: z.string().catch('department').default('department'),
  column: z.string().catch('grade').default('grade'),
  range: z.enum(['inSchool', 'onBooks', 'all']).catch('inSchool').default('inSchool'),
  day: text,
  backupDayId: text,
  departmentId: text,
  grade: text,
});
const options = studentDimensions.map((code) => ({ code, name: dimensionNames[code] }));
const ROWS_AT_MOST = 3;
const isDimension = (code: string): code is StudentDimension => Object.hasOwn(dimensionNames, code);

/** 学籍统计 (STUDENT-STATUS-17): rows and columns as one likes, as of any day or a backup day, down to the persons. */
export function StatusStatisticsPage() {
  const [state, setState] = usePageState(pageState);
  const [draft, setDraft] = useState(state);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [opened, setOpened] = useState<{ at: FigurePlace; name: string } | null>(null);
  const maySeePersons = useMay('statusStatistics:persons');
  const grades = useGrades();
  const rows = state.rows.split(',').filter(isDimension);
  const of = {
    ...daysAsked(state),
    range: state.range,
    ...(state.departmentId === '' ? {} : { departmentId: state.departmentId }),
    ...(state.grade === '' ? {} : { grade: state.grade }),
  };
  const asked = {
    ...of,
    rows: rows.length === 0 ? (['department'] as StudentDimension[]) : rows,
    ...(isDimension(state.column) ? { column: state.column } : {}),
  };
  const query = useOperation(queryStatusStatistics, asked);
  const table = query.data;
  const chosen = draft.rows.split(',').filter(isDimension);
  return (
    <Page title="学籍统计">
      <Card flush>
        <SearchForm
          searching={query.isFetching}
          validate={() => {
            const wrong =
              chosen.length === 0
                ? '请选择统计项目'
                : chosen.length > ROWS_AT_MOST
                  ? `最多选择 ${String(ROWS_AT_MOST)} 项`
                  : undefined;
            setProblem(wrong);
            return wrong === undefined;
          }}
          onSearch={() => {
            setState(draft);
            void query.refetch();
          }}
          onReset={() => {
            const none = pageState.parse({});
            setDraft(none);
            setState(none);
          }}
        >
          <Field label="行" htmlFor="figures-rows" required error={problem}>
            <ChooseMany
              id="figures-rows"
              options={options}
              value={chosen}
              onChange={(codes) => {
                setDraft({ ...draft, rows: codes.join(',') });
              }}
            />
          </Field>
          <Field label="列" htmlFor="figures-column">
            <SearchableSelect
              id="figures-column"
              placeholder="不分列"
              options={options}
              value={isDimension(draft.column) ? draft.column : null}
              onChange={(code) => {
                setDraft({ ...draft, column: code ?? 'none' });
              }}
            />
          </Field>
          <Field label="统计日期" htmlFor="figures-day">
            <DayInput
              id="figures-day"
              value={draft}
              onChange={(days) => {
                setDraft({ ...draft, ...days });
              }}
            />
          </Field>
          <Field label="备份日" htmlFor="figures-backup">
            <BackupDayInput
              id="figures-backup"
              value={draft}
              onChange={(days) => {
                setDraft({ ...draft, ...days });
              }}
            />
          </Field>
          <Field label="院系" htmlFor="figures-department">
            <DepartmentSelect
              id="figures-department"
              placeholder="全部"
              value={draft.departmentId || null}
              onChange={(dwh) => {
                setDraft({ ...draft, departmentId: dwh ?? '' });
              }}
            />
          </Field>
          <Field label="年级" htmlFor="figures-grade">
            <SearchableSelect
              id="figures-grade"
              placeholder="全部"
              {...grades}
              value={draft.grade || null}
              onChange={(code) => {
                setDraft({ ...draft, grade: code ?? '' });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      <Headline>
        <Figure
          lead
          value={table?.total ?? NOTHING}
          label={`${rangeNames[state.range]}学生（${table?.day ?? '今天'}）`}
        />
        <Figure value={table?.femaleNum ?? NOTHING} label="其中：女" />
        <Figure value={table?.backupName ?? '现在的记录'} label="依据" />
      </Headline>
      <Card flush grow>
        <Toolbar>
          <SegmentedControl
            aria-label="统计范围"
            data={Object.entries(rangeNames).map(([value, label]) => ({ value, label }))}
            value={state.range}
            onChange={(value) => {
              const range = value as StudentRange;
              setDraft({ ...draft, range });
              setState({ range });
            }}
          />
          <ExportButton operation={exportStatusStatistics} input={asked} />
        </Toolbar>
        <FigureTableView
          label="学籍统计"
          table={table}
          query={query}
          onFigure={
            maySeePersons
              ? (at, name) => {
                  setOpened({ at, name });
                }
              : undefined
          }
        />
      </Card>
      {opened !== null && (
        <PersonsDialog
          title={`${opened.name}（${table?.day ?? ''}）`}
          of={{ ...of, at: opened.at }}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </Page>
  );
}
