import {
  queryHasSettedClassMessage,
  queryPlateBySemester,
  querySemesterTime,
} from '@jwxt/contracts/open-course/open-course.operations.ts';
import { plateCourseTimeSetting } from '@jwxt/contracts/open-course/open-course.resource.ts';
import { teachingJob } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { Button, Stack } from '@mantine/core';
import { IconCalendarWeek } from '@tabler/icons-react';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { FieldInput } from '../../resource/resource-field-input.tsx';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Field } from '../../ui/search-form.tsx';
import { WeekTimetable } from '../../ui/week-timetable.tsx';

/** 板块时间设置 (OPEN-COURSE-11…14), with the week of a semester's plates and the classes in each. */
export function PlatesPage() {
  const [shown, setShown] = useState<WireRow | null>(null);
  const [week, setWeek] = useState(false);
  return (
    <>
      <ResourcePage
        resource={plateCourseTimeSetting}
        actionsWidth={230}
        tools={
          <Button
            variant="default"
            leftSection={<IconCalendarWeek size={16} />}
            onClick={() => {
              setWeek(true);
            }}
          >
            板块课表
          </Button>
        }
        actions={(row, act) =>
          act('教学班', () => {
            setShown(row);
          })
        }
      />
      {shown !== null && (
        <PlateClasses
          plate={shown}
          onClose={() => {
            setShown(null);
          }}
        />
      )}
      {week && (
        <PlateWeek
          onClose={() => {
            setWeek(false);
          }}
        />
      )}
    </>
  );
}

function PlateClasses({ plate, onClose }: { plate: WireRow; onClose: () => void }) {
  const query = useOperation(
    queryHasSettedClassMessage,
    { plateId: textOf(plate['plateId']) },
    { keepPrevious: false, staleTime: 0 },
  );
  return (
    <Dialog opened width={760} title={`${textOf(plate['plateName'])} · 已设置的教学班`} onClose={onClose}>
      <DataTable
        label="已设置的教学班"
        dense
        scrollHeight={360}
        query={query}
        rows={query.data}
        rowKey={({ teachingClassId }) => teachingClassId}
        numberFrom={1}
        empty={{ reason: '这个板块还没有教学班。请在教学任务中选择板块。' }}
        columns={[
          {
            key: 'name',
            title: '教学班名称',
            width: 'auto',
            align: 'left',
            ellipsis: true,
            render: (row) => row.teachingClassName,
          },
          { key: 'course', title: '课程', width: 180, align: 'left', ellipsis: true, render: (row) => row.courseName },
          { key: 'teacher', title: '教师', width: 140, ellipsis: true, render: (row) => row.teacherName || '未安排' },
          { key: 'students', title: '人数', width: 70, render: (row) => row.numberOfStudent },
        ]}
      />
    </Dialog>
  );
}

function PlateWeek({ onClose }: { onClose: () => void }) {
  const [semester, setSemester] = useState('');
  const chosen = { enabled: semester !== '', keepPrevious: false } as const;
  const times = useOperation(querySemesterTime, { semester }, chosen);
  const plates = useOperation(queryPlateBySemester, { semester }, chosen);
  return (
    <Dialog opened width={1000} title="板块课表" onClose={onClose}>
      <Stack gap={12}>
        <Field label="学年学期" htmlFor="plate-semester" required>
          <FieldInput
            id="plate-semester"
            name="semesterId"
            field={teachingJob.fields.semesterId}
            row={null}
            value={semester}
            onChange={(value) => {
              setSemester(textOf(value));
            }}
          />
        </Field>
        {semester !== '' && (
          <QueryFaces query={times} compact>
            {({ days, times: timeList }) => (
              <WeekTimetable
                label="板块课表"
                weekList={days}
                timeList={timeList}
                height={420}
                list={timeList.flatMap(({ timeCode }) =>
                  days.map(({ weekCode }) => ({
                    time: { timeCode },
                    week: { weekCode },
                    courseList: (plates.data ?? []).filter(
                      (plate) => plate.weekCode === weekCode && plate.timeCodes.includes(timeCode),
                    ),
                  })),
                )}
                cardKey={({ plateId }) => plateId}
                renderCard={({ plateName, classNum }) => (
                  <>
                    <b>{plateName}</b>
                    <div>{classNum} 个教学班</div>
                  </>
                )}
              />
            )}
          </QueryFaces>
        )}
      </Stack>
    </Dialog>
  );
}
