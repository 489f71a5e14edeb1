import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  divideFreshmenOperation,
  previewClassDivision,
  type DividedGradeMajor,
  type DivisionOutlook,
} from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import { classesFor } from '@jwxt/contracts/student-status/freshman/class-division.rules.ts';
import { classRule } from '@jwxt/contracts/student-status/freshman/number-rule.resource.ts';
import { sortRule } from '@jwxt/contracts/student-status/freshman/sort-rule.resource.ts';
import { sortUse } from '@jwxt/contracts/student-status/freshman/sort.rules.ts';
import { Alert, Button, Checkbox, SimpleGrid, Stack } from '@mantine/core';
import { IconAlertTriangle, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NumberInput } from '../../../ui/number-input.tsx';
import { Field } from '../../../ui/search-form.tsx';
import { CancelButton } from '../../../ui/unsaved-input.tsx';
import { ClassFigures } from './class-figures.tsx';
import { freshmanStale } from './freshman-results.ts';
import { RuleSelect } from './rule-select.tsx';

/** How large a class is meant to be, to begin with. */
const CLASS_SIZE = 30;

/** 分班 (STUDENT-STATUS-12): how many classes, by which rules; what it comes to is shown before it is stored. */
export function DivideDialog({ majors, onClose }: { majors: readonly DividedGradeMajor[]; onClose: () => void }) {
  const [again, setAgain] = useState(false);
  const peopleOf = (major: DividedGradeMajor) => major.reportedNum + (again ? major.dividedNum : 0);
  const [size, setSize] = useState(String(CLASS_SIZE));
  const [counts, setCounts] = useState<ReadonlyMap<string, string>>(new Map());
  const countOf = (major: DividedGradeMajor) =>
    counts.get(major.gradeMajorId) ??
    String(Math.max(again ? 1 : major.classes.length, classesFor(peopleOf(major), Number(size) || CLASS_SIZE)));
  const [sortRuleId, setSortRuleId] = useState<string | null>(null);
  const [classRuleId, setClassRuleId] = useState<string | null>(null);
  const [shown, setShown] = useState<DivisionOutlook | null>(null);
  const changed =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      setShown(null);
    };
  const asked = {
    plans: majors.map((major) => ({ gradeMajorId: major.gradeMajorId, classNum: Number(countOf(major)) })),
    sortRuleId,
    classRuleId,
    again: yesNoOf(again),
  };
  const preview = useOperationMutation(previewClassDivision, { onSuccess: setShown });
  const divide = useOperationMutation(divideFreshmenOperation, {
    invalidates: [...freshmanStale, 'classInfo.'],
    onSuccess: ({ divided, made }) => {
      notify.success(`已将 ${String(divided)} 名新生分班，新增 ${String(made)} 个行政班`);
      onClose();
    },
    onError: (error) => {
      notify.failure(error);
      setShown(null);
    },
  });
  const problems = (shown?.gradeMajors ?? []).filter(({ problem }) => problem !== '');
  const dividedNum = (shown?.gradeMajors ?? []).reduce((sum, each) => sum + each.dividedNum, 0);
  return (
    <Dialog
      opened
      width={1080}
      title={`新生分班（${String(majors.length)} 个年级专业）`}
      onClose={onClose}
      input={{ again, size, sortRuleId, classRuleId }}
      footerNote="各班人数、男女人数最多相差 1 人，生源地和成绩尽量均衡"
      footer={
        <>
          <CancelButton />
          <Button
            variant={shown === null ? 'filled' : 'default'}
            leftSection={<IconEye size={16} />}
            loading={preview.isPending}
            onClick={() => {
              preview.mutate(asked);
            }}
          >
            预览
          </Button>
          {shown !== null && (
            <Button
              disabled={dividedNum === 0}
              loading={divide.isPending}
              onClick={() => {
                divide.mutate({ ...asked, digest: shown.digest });
              }}
            >
              确定分班（{dividedNum} 人）
            </Button>
          )}
        </>
      }
    >
      <Stack gap={12}>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={12}>
          <Field label="班额" htmlFor="divide-size">
            <NumberInput
              id="divide-size"
              places={0}
              min={1}
              max={200}
              value={size}
              onChange={changed((value: string) => {
                setSize(value);
                setCounts(new Map());
              })}
            />
          </Field>
          <Field label="排序规则" htmlFor="divide-sort">
            <RuleSelect
              id="divide-sort"
              resource={sortRule}
              filter={{ useFor: sortUse.division }}
              placeholder="按高考总分"
              value={sortRuleId}
              onChange={changed(setSortRuleId)}
            />
          </Field>
          <Field label="班级编号规则" htmlFor="divide-class">
            <RuleSelect
              id="divide-class"
              resource={classRule}
              placeholder="不新增班级"
              value={classRuleId}
              onChange={changed(setClassRuleId)}
            />
          </Field>
        </SimpleGrid>
        <Checkbox
          label="已分班、未编学号的也重新分班"
          checked={again}
          onChange={(event) => {
            setAgain(event.currentTarget.checked);
            setCounts(new Map());
            setShown(null);
          }}
        />
        {shown === null ? (
          <DataTable<DividedGradeMajor>
            label="各年级专业的班数"
            columns={[
              { key: 'name', title: '年级专业', width: 'auto', align: 'left', render: (row) => row.gradeMajorName },
              { key: 'people', title: '待分班', width: 100, align: 'right', render: peopleOf },
              { key: 'known', title: '已有新生的班', width: 130, align: 'right', render: (row) => row.classes.length },
              {
                key: 'count',
                title: '班数',
                width: 140,
                render: (row) => (
                  <NumberInput
                    id={`divide-count-${row.gradeMajorId}`}
                    aria-label={`${row.gradeMajorName}的班数`}
                    places={0}
                    min={1}
                    max={60}
                    value={countOf(row)}
                    onChange={(value) => {
                      setCounts(new Map(counts).set(row.gradeMajorId, value));
                    }}
                  />
                ),
              },
            ]}
            rows={majors}
            rowKey={(row) => row.gradeMajorId}
            scrollHeight={300}
          />
        ) : (
          <>
            {problems.length > 0 && (
              <Alert color="orange" icon={<IconAlertTriangle size={16} />} role="alert">
                {problems.map(({ gradeMajorName, problem }) => `${gradeMajorName}：${problem}`).join('；')}
              </Alert>
            )}
            <ClassFigures
              height={300}
              rows={shown.gradeMajors.flatMap(({ gradeMajorName, classes }) =>
                classes.map((each) => ({ ...each, gradeMajorName })),
              )}
            />
          </>
        )}
      </Stack>
    </Dialog>
  );
}
