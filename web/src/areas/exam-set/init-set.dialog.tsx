import { Alert, Button, Checkbox, Select } from '@mantine/core';
import { initSet, previewInitSet } from '@jwxt/contracts/exam-set/exam-set.operations.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { semesters } from '@jwxt/contracts/score/score-entry.operations.ts';
import { scoreType } from '@jwxt/contracts/score/score.vocabulary.ts';
import { useState } from 'react';
import { useOperation, useOperationMutation } from '../../lib/queries.ts';
import { DepartmentSelect } from '../../pickers/department-select.tsx';
import { DictionarySelect } from '../../pickers/dictionary-select.tsx';
import { LongJobPanel } from '../../pickers/long-job-panel.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QueryFaces } from '../../ui/faces.tsx';
import { Figure, Headline } from '../../ui/page.tsx';
import { Field } from '../../ui/search-form.tsx';
import classes from './exam-set.module.css';
import { CancelButton } from '../../ui/unsaved-input.tsx';

/**
 * Sets up the classes of a semester: first how many it is about, then the job as it goes on, also when it was started
 * before.
 */
export function InitSetDialog({ semesterId: first, onClose }: { semesterId: string; onClose: () => void }) {
  const [semesterId, setSemesterId] = useState(first);
  const [departmentId, setDepartmentId] = useState<string | null>(null);
  const [courseNature, setCourseNature] = useState<string | null>(null);
  const [overwrite, setOverwrite] = useState(false);
  const [started, setStarted] = useState<string | null>(null);
  const list = useOperation(semesters, {}, { staleTime: 3_600_000 });
  const choices = {
    teachingClassId: '',
    status: '1' as const,
    semesterId,
    scoreType: scoreType.regular,
    overwrite: overwrite ? yesNo.yes : yesNo.no,
    ...(departmentId === null ? {} : { departmentId }),
    ...(courseNature === null ? {} : { courseNature }),
  };
  const preview = useOperation(previewInitSet, choices, { enabled: started === null, staleTime: 0 });
  const start = useOperationMutation(initSet, {
    invalidates: ['longJob.'],
    onSuccess: ({ jobId }) => {
      setStarted(jobId);
    },
  });
  const jobId = started ?? preview.data?.runningJobId ?? null;
  const ready = preview.data !== undefined && preview.data.window !== null && preview.data.affected > 0;
  return (
    <Dialog
      opened
      width={jobId === null ? 620 : 820}
      title="学期成绩初始化"
      onClose={onClose}
      input={jobId === null ? [semesterId, departmentId, courseNature, overwrite] : undefined}
      {...(jobId === null ? {} : { footerNote: '可以关闭此窗口，任务在后台继续；随时在“任务进度”中查看' })}
      footer={
        jobId === null ? (
          <>
            <CancelButton />
            <Button
              loading={start.isPending}
              disabled={!ready}
              onClick={() => {
                start.mutate(choices);
              }}
            >
              {preview.data && ready ? `初始化 ${String(preview.data.affected)} 个教学班` : '初始化'}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={onClose}>
            关闭
          </Button>
        )
      }
    >
      {jobId !== null ? (
        <LongJobPanel jobId={jobId} invalidates={['examSet.']} />
      ) : (
        <>
          <p className={classes['lead']}>
            按课程、开课单位、课程性质到学期的顺序取成绩模板和录入时间，为教学班建立成绩单。已开始录入的教学班不受影响。
          </p>
          <div className={classes['form']}>
            <Field label="学年学期" htmlFor="init-semester" required>
              <Select
                id="init-semester"
                allowDeselect={false}
                searchable
                data={(list.data?.list ?? []).map((each) => ({ value: each.xnxq, label: each.xnxqmc }))}
                value={semesterId}
                onChange={(value) => {
                  if (value !== null) setSemesterId(value);
                }}
                comboboxProps={{ zIndex: 320 }}
              />
            </Field>
            <Field label="开课单位" htmlFor="init-department">
              <DepartmentSelect
                id="init-department"
                value={departmentId}
                onChange={setDepartmentId}
                placeholder="全部单位"
              />
            </Field>
            <Field label="课程性质" htmlFor="init-nature">
              <DictionarySelect
                id="init-nature"
                category="XTGL_KCXZDMJ"
                value={courseNature}
                onChange={setCourseNature}
                placeholder="全部性质"
              />
            </Field>
            <Field label="覆盖设置">
              <Checkbox
                label="已设置、尚未录入的教学班也重新初始化（已指定的录入教师保留）"
                checked={overwrite}
                onChange={(event) => {
                  setOverwrite(event.currentTarget.checked);
                }}
              />
            </Field>
            <QueryFaces query={preview} compact rows={2}>
              {(found) => (
                <>
                  {found.window === null ? (
                    <Alert color="red" title="学期成绩模板时间不存在">
                      请先为该学期设置全校的成绩录入时间，再进行初始化。
                    </Alert>
                  ) : (
                    <Headline>
                      <Figure lead tone="ink" value={found.affected} label="将初始化" />
                      <Figure value={found.unset} label="未设置" />
                      <Figure value={found.set} label="已设置" />
                      <Figure value={found.started} label="已开始录入，不变" />
                    </Headline>
                  )}
                </>
              )}
            </QueryFaces>
          </div>
        </>
      )}
    </Dialog>
  );
}
