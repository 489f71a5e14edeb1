import { queryTaskDetails, queryTaskRange } from '@jwxt/contracts/open-course/open-course.operations.ts';
import { attributeTypeNames, type AttributeType } from '@jwxt/contracts/elective/elective.vocabulary.ts';
import { jobStatus } from '@jwxt/contracts/open-course/open-course.vocabulary.ts';
import { physicalProjectTask } from '@jwxt/contracts/open-course/teaching-job.resource.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../lib/queries.ts';
import { ResourcePage } from '../../resource/resource.page.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { jobTones } from './job-tone.ts';

/** 体育项目任务 (OPEN-COURSE-15…17), each with its teachers and whom it is for. */
export function PhysicalTasksPage() {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <ResourcePage
        resource={physicalProjectTask}
        actionsWidth={200}
        editable={(row) => row['jobStatus'] === jobStatus.editing}
        cells={{
          jobStatus: (row) => (
            <StatusTag tone={jobTones[textOf(row['jobStatus'])] ?? 'grey'}>{textOf(row['jobStatusName'])}</StatusTag>
          ),
        }}
        actions={(row, act) =>
          act('明细', () => {
            setShown(textOf(row['teachingClassCode']));
          })
        }
      />
      {shown !== null && (
        <TaskDialog
          teachingClassCode={shown}
          onClose={() => {
            setShown(null);
          }}
        />
      )}
    </>
  );
}

function TaskDialog({ teachingClassCode, onClose }: { teachingClassCode: string; onClose: () => void }) {
  const fresh = { keepPrevious: false, staleTime: 0 } as const;
  const details = useOperation(queryTaskDetails, { teachingClassCode }, fresh);
  const range = useOperation(queryTaskRange, { teachingClassCode }, fresh);
  return (
    <Dialog opened width={760} title={`体育项目任务 · ${teachingClassCode}`} onClose={onClose}>
      <QueryFaces query={details} compact>
        {(task) => (
          <Stack gap={12}>
            <p style={{ margin: 0 }}>
              {task.semesterName} · {task.courseName} · {task.teachingClassName} · {task.itemName}
              <br />
              {task.openDepartmentName} · {task.schoolZoneName}
              {task.specialItemName && ` · 专项 ${task.specialItemName}`}
              {task.plateName && ` · 板块 ${task.plateName}`}
              {task.placeName && ` · 场地 ${task.placeName}`}
              <br />
              {task.totalHour} 学时，第 {task.startEndWeek} 周，容量 {task.capacity}，已选 {task.selectedNum}，
              {task.jobStatusName}
            </p>
            <DataTable
              label="任课教师"
              dense
              rows={task.teachers}
              rowKey={({ teacherCode, hourName }) => `${teacherCode}/${hourName}`}
              numberFrom={1}
              empty={{ reason: '还没有任课教师' }}
              columns={[
                { key: 'name', title: '教师', width: 'auto', align: 'left', render: (row) => row.teacherName },
                { key: 'type', title: '学时类型', width: 120, render: (row) => row.hourName },
                { key: 'hour', title: '学时', width: 80, render: (row) => row.hour },
                { key: 'weeks', title: '起止周', width: 140, render: (row) => row.startEndWeek },
              ]}
            />
            <QueryFaces query={range} compact>
              {(ranges) => (
                <p style={{ margin: 0 }}>
                  选课范围：
                  {ranges.length === 0
                    ? '不限'
                    : ranges
                        .map(
                          ({ attributeType, values }) =>
                            `${attributeTypeNames[attributeType as AttributeType]} ` +
                            values.map(({ name }) => name).join('、'),
                        )
                        .join('；')}
                </p>
              )}
            </QueryFaces>
          </Stack>
        )}
      </QueryFaces>
    </Dialog>
  );
}
