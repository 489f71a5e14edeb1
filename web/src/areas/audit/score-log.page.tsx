import { classWithCourse } from '@jwxt/contracts/base-info/class-with-course.ts';
import { ActionIcon, Loader, Select, TextInput } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import {
  auditClasses,
  LOG_PAGE_SIZE,
  scoreLog,
  scoreLogEvent,
  scoreLogExport,
  scoreLogSorts,
} from '@jwxt/contracts/audit/score-log.operations.ts';
import { logOperationNames } from '@jwxt/contracts/kernel/event-words.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { scoreType, type ScoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { pagingFields, sortField, usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { useSearchDebounce } from '../../lib/search-debounce.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/faces.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { sortingOf } from '../../ui/list-sorting.ts';
import { Card, Page, Toolbar } from '../../ui/page.tsx';
import { pagingOf } from '../../ui/paging.tsx';
import { Field, SearchForm } from '../../ui/search-form.tsx';
import { RawEventDialog } from './raw-event-dialog.tsx';
import classes from './audit.module.css';
import { nothingFound } from '../../ui/nothing-found.ts';

type LogRow = OutputOf<typeof scoreLog>['rows'][number];

const text = z.string().catch('').default('');
const pageState = z.object({
  teachingClassId: text,
  scoreType: z.enum(scoreType).catch(scoreType.regular).default(scoreType.regular),
  operation: text,
  operatorName: text,
  student: text,
  beginTime: text,
  endTime: text,
  ...pagingFields(LOG_PAGE_SIZE),
  ...sortField(scoreLogSorts),
});
const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** The log of a class's scores in words: who did what, when and why, newest first (SCORE-MORE-15). */
export function ScoreLogPage() {
  const [state, setState] = usePageState(pageState);
  const { teachingClassId, scoreType, pageNo, pageSize } = state;
  const [draft, setDraft] = useState(state);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const { operation, operatorName, student, beginTime, endTime } = state;
  const filter = { teachingClassId, scoreType, operation, operatorName, student, beginTime, endTime };
  const query = useOperation(
    scoreLog,
    { ...filter, pageNo, pageSize, ...(state.sort === undefined ? {} : { sort: state.sort }) },
    { enabled: teachingClassId !== '' },
  );
  const [raw, setRaw] = useState<string | null>(null);
  const columns: Column<LogRow>[] = [
    { key: 'time', title: '时间', width: 158, sort: 'logTime', render: (row) => row.logTime },
    {
      key: 'operator',
      title: '操作人',
      width: 120,
      align: 'left',
      sort: 'operatorName',
      render: (row) => (
        <>
          <div>{row.operatorName}</div>
          <div className={classes['muted']}>{row.operatorRole}</div>
        </>
      ),
    },
    { key: 'operation', title: '操作', width: 80, sort: 'operation', render: (row) => row.operation },
    {
      key: 'student',
      title: '学生',
      width: 110,
      align: 'left',
      sort: 'studentNumber',
      render: (row) =>
        row.studentNumber === '' ? (
          <span className={classes['muted']}>全班</span>
        ) : (
          <>
            <div>{row.studentName}</div>
            <div className={classes['muted']}>{row.studentNumber}</div>
          </>
        ),
    },
    {
      key: 'sentence',
      title: '说明',
      width: 'auto',
      align: 'left',
      render: (row) => (
        <div className={classes['logSentence']} title={row.sentence}>
          {row.sentence}
        </div>
      ),
    },
    {
      key: 'address',
      title: '客户端地址',
      width: 120,
      sort: 'clientAddress',
      importance: 2,
      render: (row) => row.clientAddress,
      ellipsis: true,
    },
    {
      key: 'event',
      title: '事件',
      width: 64,
      pinRight: true,
      render: (row) => (
        <ActionIcon
          variant="subtle"
          aria-label="原始事件"
          title="原始事件"
          onClick={() => {
            setRaw(row.eventPosition);
          }}
        >
          <IconCode size={16} />
        </ActionIcon>
      ),
    },
  ];
  const search = (): void => {
    setState({ ...draft, ...wholeDays(draft), teachingClassId, scoreType, pageNo: 1 });
  };
  return (
    <Page title="成绩日志">
      <Card flush>
        <SearchForm
          onSearch={search}
          searching={query.isFetching}
          validate={() => {
            const found = Object.fromEntries(
              (['beginTime', 'endTime'] as const)
                .filter(
                  (name) =>
                    draft[name].trim() !== '' && !day.test(draft[name].trim()) && !moment.test(draft[name].trim()),
                )
                .map((name) => [name, '格式：2026-01-31 或 2026-01-31 12:00:00']),
            );
            setWrong(found);
            return Object.keys(found).length === 0;
          }}
          onReset={() => {
            const cleared = { operation: '', operatorName: '', student: '', beginTime: '', endTime: '' };
            setDraft({ ...draft, ...cleared });
            setWrong({});
            setState({ ...cleared, pageNo: 1 });
          }}
        >
          <Field label="教学班" htmlFor="log-class" required>
            <ClassSelect
              value={teachingClassId === '' ? '' : `${teachingClassId}.${scoreType}`}
              label={query.data ? classWithCourse(query.data) : ''}
              onChange={(id, type) => {
                setState({ teachingClassId: id, scoreType: type, pageNo: 1 });
              }}
            />
          </Field>
          <Field label="操作" htmlFor="log-operation">
            <Select
              id="log-operation"
              clearable
              placeholder="全部"
              data={logOperationNames}
              value={draft.operation || null}
              onChange={(value) => {
                setDraft({ ...draft, operation: value ?? '' });
              }}
            />
          </Field>
          <Field label="学生" htmlFor="log-student">
            <TextInput
              id="log-student"
              placeholder="学号或姓名"
              maxLength={30}
              value={draft.student}
              onChange={(event) => {
                setDraft({ ...draft, student: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="操作人" htmlFor="log-operator">
            <TextInput
              id="log-operator"
              placeholder="姓名"
              maxLength={30}
              value={draft.operatorName}
              onChange={(event) => {
                setDraft({ ...draft, operatorName: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="时间起" htmlFor="log-begin" error={wrong['beginTime']}>
            <TextInput
              id="log-begin"
              placeholder="YYYY-MM-DD HH:mm:ss"
              error={wrong['beginTime'] !== undefined}
              value={draft.beginTime}
              onChange={(event) => {
                setDraft({ ...draft, beginTime: event.currentTarget.value });
              }}
            />
          </Field>
          <Field label="时间止" htmlFor="log-end" error={wrong['endTime']}>
            <TextInput
              id="log-end"
              placeholder="YYYY-MM-DD HH:mm:ss"
              error={wrong['endTime'] !== undefined}
              value={draft.endTime}
              onChange={(event) => {
                setDraft({ ...draft, endTime: event.currentTarget.value });
              }}
            />
          </Field>
        </SearchForm>
      </Card>
      {teachingClassId === '' ? (
        <Card grow>
          <EmptyState
            title="选择教学班"
            reason="可以看到这张成绩单的每一次设置、录入、送审、审核和更改"
            action={<Link to="/jwxt/gly/scoreManage/replay">查看某名学生一门课程的成绩回放</Link>}
          />
        </Card>
      ) : (
        <Card flush grow>
          <Toolbar
            right={
              query.data && `${query.data.semesterName} · ${query.data.courseName} · ${query.data.teachingClassName}`
            }
          >
            <ExportButton operation={scoreLogExport} input={filter} disabled={!query.data} />
          </Toolbar>
          <DataTable
            label="成绩日志"
            columns={columns}
            rows={query.data?.rows}
            query={query}
            rowKey={(row) => `${row.eventPosition} ${String(row.line)}`}
            numberFrom={(pageNo - 1) * pageSize + 1}
            twoLine
            minWidth={980}
            empty={{ reason: '没有符合条件的记录，可以换一个条件' }}
            paging={pagingOf({ pageNo, pageSize }, query.data?.total, setState)}
            sorting={sortingOf(state, setState)}
          />
        </Card>
      )}
      {raw !== null && (
        <EventOf
          teachingClassId={teachingClassId}
          scoreType={scoreType}
          eventPosition={raw}
          onClose={() => {
            setRaw(null);
          }}
        />
      )}
    </Page>
  );
}

/** Days are meant whole: from their beginning, to their end. */
function wholeDays({ beginTime, endTime }: { beginTime: string; endTime: string }): {
  beginTime: string;
  endTime: string;
} {
  const [begin, end] = [beginTime.trim(), endTime.trim()];
  return { beginTime: day.test(begin) ? `${begin} 00:00:00` : begin, endTime: day.test(end) ? `${end} 23:59:59` : end };
}

function ClassSelect({
  value,
  label,
  onChange,
}: {
  value: string;
  label: string;
  onChange: (teachingClassId: string, scoreType: ScoreType) => void;
}) {
  const [typed, setTyped] = useState('');
  const keyword = useSearchDebounce(typed === label ? '' : typed.trim());
  const query = useOperation(auditClasses, { keyword });
  const found = (query.data?.list ?? []).map((row) => ({
    value: `${row.teachingClassId}.${row.scoreType}`,
    label: classWithCourse(row),
    note: `${row.semesterId} · ${row.courseNum}${row.scoreType === scoreType.regular ? '' : ` · ${row.scoreTypeName}`}`,
  }));
  const data =
    value === '' || found.some((option) => option.value === value) ? found : [{ value, label, note: '' }, ...found];
  return (
    <Select
      id="log-class"
      placeholder="课程或教学班"
      searchable
      data={data}
      value={value === '' ? null : value}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      maxDropdownHeight={320}
      onChange={(next) => {
        if (next !== null)
          onChange(next.slice(0, next.lastIndexOf('.')), next.slice(next.lastIndexOf('.') + 1) as ScoreType);
      }}
      nothingFoundMessage={nothingFound(query, '没有符合条件的教学班')}
      rightSection={query.isFetching ? <Loader size={14} /> : undefined}
      renderOption={({ option }) => (
        <span>
          {option.label} <small style={{ color: 'var(--jw-text-3)' }}>{(option as { note?: string }).note}</small>
        </span>
      )}
    />
  );
}

function EventOf({
  teachingClassId,
  scoreType,
  eventPosition,
  onClose,
}: {
  teachingClassId: string;
  scoreType: ScoreType;
  eventPosition: string;
  onClose: () => void;
}) {
  const { data } = useOperation(scoreLogEvent, { teachingClassId, scoreType, eventPosition }, { keepPrevious: false });
  return data ? <RawEventDialog event={data} metadataOf={data} onClose={onClose} /> : null;
}
