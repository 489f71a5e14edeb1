import {
  ownTimetable,
  queryTimetable,
  timetableKinds,
  type ScheduleCard,
  type Timetable,
  type TimetableKind,
} from '@jwxt/contracts/base-info/timetable.operations.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { field, type Field as Declared } from '@jwxt/contracts/kernel/resource-field.ts';
import { resourceOptions } from '@jwxt/contracts/kernel/resource-option.operations.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { WEEKS_AT_MOST } from '@jwxt/contracts/kernel/week-text.ts';
import { ActionIcon, Button, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconReplace } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { usePageState } from '../../lib/page-state.ts';
import { useOperation } from '../../lib/queries.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { FieldInput } from '../../resource/resource-field-input.tsx';
import { EmptyState, QueryFaces } from '../../ui/faces.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { WeekTimetable } from '../../ui/week-timetable.tsx';
import classes from './timetable.module.css';

/** The week that is looked at; 0 and an empty semester: the present ones. */
const whenFields = {
  semesterId: z.string().catch('').default(''),
  week: z.coerce.number().int().min(0).max(WEEKS_AT_MOST).catch(0).default(0),
};
const ownState = z.object(whenFields);
const queryState = z.object({
  kind: z
    .enum(Object.keys(timetableKinds) as [TimetableKind, ...TimetableKind[]])
    .catch('teacher')
    .default('teacher'),
  code: z.string().catch('').default(''),
  ...whenFields,
});
type When = z.output<typeof ownState>;
const asked = ({ semesterId, week }: When) => ({
  ...(semesterId === '' ? {} : { semesterId }),
  ...(week === 0 ? {} : { week }),
});

/** 我的课表: what a teacher teaches and a student attends, week by week. */
export function OwnTimetablePage() {
  const [state, setState] = usePageState(ownState);
  const query = useOperation(ownTimetable, asked(state));
  return (
    <Page title="我的课表">
      <Card grow flush title="我的课表" actions={<WeekSteps timetable={query.data} onChange={setState} />}>
        <QueryFaces query={query} rows={8}>
          {(timetable) => <Week timetable={timetable} />}
        </QueryFaces>
      </Card>
    </Page>
  );
}

const owners: Readonly<Record<TimetableKind, Declared>> = {
  teacher: field.reference('教师', 'teacher', {}),
  classInfo: field.reference('行政班', 'classInfo', {}),
  classroom: field.reference('教室', 'classroom', {}),
  teachingClass: field.reference('教学班', 'teachingClass', {}),
  student: field.reference('学生', 'student', {}),
};

/** 课表查询: of a teacher, class, room or student within the own scope. */
export function TimetableQueryPage() {
  const [state, setState] = usePageState(queryState);
  const { kind, code } = state;
  const query = useOperation(queryTimetable, { kind, code, ...asked(state) }, { enabled: code !== '' });
  const found = code === '' ? undefined : query.data;
  return (
    <Page title="课表查询">
      <Card>
        <div className={classes['whose']}>
          <SegmentedControl
            aria-label="课表类型"
            value={kind}
            data={Object.entries(timetableKinds).map(([value, label]) => ({ value, label }))}
            onChange={(value) => {
              setState({ kind: value as TimetableKind, code: '' });
            }}
          />
          <div className={classes['owner']}>
            <Field label={timetableKinds[kind]} htmlFor="timetable-owner">
              <FieldInput
                key={kind}
                id="timetable-owner"
                name="owner"
                field={owners[kind]}
                row={{ ownerName: found?.name ?? '' }}
                value={code === '' ? null : code}
                onChange={(value) => {
                  setState({ code: textOf(value) });
                }}
              />
            </Field>
          </div>
        </div>
      </Card>
      <Card
        grow
        flush
        title={found === undefined ? '课表' : `${found.name}的课表`}
        actions={<WeekSteps timetable={found} onChange={setState} />}
      >
        {code === '' ? (
          <EmptyState title={`请选择${timetableKinds[kind]}`} reason="选择后显示其每周课表" compact />
        ) : (
          <QueryFaces query={query} rows={8}>
            {(timetable) => <Week timetable={timetable} />}
          </QueryFaces>
        )}
      </Card>
    </Page>
  );
}

/** Semester, and from week to week. */
function WeekSteps({
  timetable,
  onChange,
}: {
  timetable: Timetable | undefined;
  onChange: (change: Partial<When>) => void;
}): ReactNode {
  const semesters = useOperation(resourceOptions, { to: 'semester' }, { staleTime: 600_000 }).data?.list ?? [];
  if (timetable === undefined) return null;
  const { semesterId, week, weeks, thisWeek } = timetable;
  const step = (to: number, label: string, icon: ReactNode) => (
    <ActionIcon
      variant="default"
      size={32}
      aria-label={label}
      disabled={to < 1 || to > weeks}
      onClick={() => {
        onChange({ week: to });
      }}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <span className={classes['steps']}>
      <Select
        aria-label="学年学期"
        w={210}
        allowDeselect={false}
        value={semesterId}
        data={semesters.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(value) => {
          onChange({ semesterId: value ?? '', week: 0 });
        }}
      />
      {step(week - 1, '上一周', <IconChevronLeft size={16} />)}
      <Select
        aria-label="周次"
        w={104}
        allowDeselect={false}
        value={String(week)}
        data={Array.from({ length: weeks }, (_, index) => ({
          value: String(index + 1),
          label: `第${String(index + 1)}周`,
        }))}
        onChange={(value) => {
          onChange({ week: Number(value) });
        }}
      />
      {step(week + 1, '下一周', <IconChevronRight size={16} />)}
      <Button
        variant="default"
        size="xs"
        disabled={thisWeek === null || thisWeek === week}
        onClick={() => {
          onChange({ week: thisWeek ?? 0 });
        }}
      >
        本周
      </Button>
    </span>
  );
}

function Week({ timetable }: { timetable: Timetable }) {
  return (
    <WeekTimetable<ScheduleCard>
      label={`${timetable.name}第${String(timetable.week)}周课表`}
      {...timetable}
      today={toDateTimeText(serverNow()).slice(0, 10)}
      cardKey={({ scheduleId, adjusted }) => `${scheduleId}${adjusted ? '+' : ''}`}
      renderCard={(card) => <ScheduleCardView card={card} />}
    />
  );
}
/** One meeting: course, when, where, who, and for whom (PICKERS-091). */
function ScheduleCardView({ card }: { card: ScheduleCard }) {
  const whom = [card.teachingClassName, card.groupName === card.teachingClassName ? '' : card.groupName];
  return (
    <div className={classes['card']} data-adjusted={card.adjusted || undefined}>
      <b>
        {card.courseName}{' '}
        {card.adjusted && (
          <StatusTag tone="blue" icon={IconReplace}>
            调课
          </StatusTag>
        )}
      </b>
      <span>
        {card.weeks}周 {card.timeName}
      </span>
      <span title={card.classroomCode}>{card.classroomName}</span>
      <span>{card.teacherName}</span>
      <span className={classes['whom']} title={whom.filter(Boolean).join(' ')}>
        {whom.filter(Boolean).join(' ')}（{card.numberOfStudent}人）
      </span>
    </div>
  );
}
