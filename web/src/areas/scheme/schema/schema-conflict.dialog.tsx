import { hoursText } from '@jwxt/contracts/base-info/course.rules.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import type { OpenConflict } from './use-schema-editor.ts';
import classes from './schema.module.css';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';

type SchemaConflictProps = {
  conflict: OpenConflict;
  mine: ReadonlyMap<string, SchemaCourse>;
  onResolve: (taken: ReadonlyMap<string, 'mine' | 'theirs'>) => void;
};

/** Two people wrote the same course: what each of them wrote, and which is to stay. */
export function SchemaConflictDialog({ conflict: { conflicts }, mine, onResolve }: SchemaConflictProps) {
  const [taken, setTaken] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(new Map());
  const all = conflicts.every(({ schemaCourseID }) => taken.has(schemaCourseID));
  return (
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      width={720}
      title="同一课程刚被他人修改"
      footer={
        <Button
          disabled={!all}
          onClick={() => {
            onResolve(taken);
          }}
        >
          确定
        </Button>
      }
    >
      <Stack gap={8}>
        <span>您的修改尚未保存。请逐门选择采用哪一个，未冲突的修改会继续保存。</span>
        <table className={classes['differences']}>
          <thead>
            <tr>
              <th>课程</th>
              <th>对方的</th>
              <th>您的</th>
              <th>采用</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map(({ schemaCourseID, courseName, theirs, byName, at }) => {
              const own = mine.get(schemaCourseID);
              return (
                <tr key={schemaCourseID}>
                  <td>
                    {courseName}
                    <br />
                    <small>{`${byName} ${at}`}</small>
                  </td>
                  <td>
                    {theirs === null
                      ? '已删除'
                      : `第${String(theirs.term)}学期，${theirs.credit}学分，${theirs.totalHour}学时`}
                  </td>
                  <td>
                    {own
                      ? `第${String(own.term)}学期，${hoursText(own.credit)}学分，${hoursText(own.totalHour)}学时`
                      : '删除'}
                  </td>
                  <td>
                    <SegmentedControl
                      size="xs"
                      aria-label={`${courseName}采用`}
                      value={taken.get(schemaCourseID) ?? ''}
                      data={[
                        { value: 'theirs', label: '对方的' },
                        { value: 'mine', label: '我的' },
                      ]}
                      onChange={(value) => {
                        setTaken(new Map([...taken, [schemaCourseID, value as 'mine' | 'theirs']]));
                      }}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Stack>
    </Dialog>
  );
}
