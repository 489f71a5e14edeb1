import {
  registerClassesOperation,
  registrationSummary,
  remindUnregisteredOperation,
  type RegistrationGroup,
} from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { paidStatus, registerStatus, UNREGISTERED_DAYS } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { Button } from '@mantine/core';
import { IconSpeakerphone, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { useOperation } from '../../../lib/queries.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Toolbar } from '../../../ui/page.tsx';
import { SearchableSelect } from '../../../ui/searchable-select.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { useProcess } from '../../../ui/use-process.ts';
import { FigureButton } from './figure-table.tsx';
import { RegistrationPersonsDialog } from './registration-persons.dialog.tsx';
import { tellRegistered } from './registration-results.ts';
import { useSemesters } from './term-options.ts';

const figures = ['total', 'registered', 'delayed', 'refused', 'unregistered', 'owing'] as const;
const titles: Record<(typeof figures)[number], string> = {
  total: '应注册',
  registered: '已注册',
  delayed: '暂缓',
  refused: '不予',
  unregistered: '未注册',
  owing: '有欠费',
};
/** What the list of registrations is searched for to find the persons of a figure. */
const persons: Record<(typeof figures)[number], Record<string, string>> = {
  total: {},
  registered: { registerStatus: registerStatus.registered },
  delayed: { registerStatus: registerStatus.delayed },
  refused: { registerStatus: registerStatus.refused },
  unregistered: { registerStatus: registerStatus.none },
  owing: { paidStatus: paidStatus.owing },
};
const columnsOf = (
  onFigure: (group: RegistrationGroup, figure: (typeof figures)[number]) => void,
): Column<RegistrationGroup>[] => [
  { key: 'name', title: '院系 / 行政班', width: 'auto', align: 'left', ellipsis: true, render: ({ name }) => name },
  ...figures.map((figure): Column<RegistrationGroup> => {
    return {
      key: figure,
      title: titles[figure],
      width: 88,
      align: 'right',
      render: (group) => (
        <FigureButton
          value={group[figure]}
          label={`${group.name} · ${titles[figure]}`}
          onOpen={() => {
            onFigure(group, figure);
          }}
        />
      ),
    };
  }),
  { key: 'arrears', title: '欠费（元）', width: 120, align: 'right', render: ({ arrears }) => arrears },
];

function totalOf(groups: readonly RegistrationGroup[]): RegistrationGroup {
  const sum = (figure: (typeof figures)[number]) => groups.reduce((all, group) => all + group[figure], 0);
  return {
    code: '',
    name: '合计',
    total: sum('total'),
    registered: sum('registered'),
    delayed: sum('delayed'),
    refused: sum('refused'),
    unregistered: sum('unregistered'),
    owing: sum('owing'),
    arrears: (groups.reduce((all, { arrears }) => all + Math.round(Number(arrears) * 100), 0) / 100).toFixed(2),
  };
}

/** 注册情况 of a semester by unit or class; whole classes are registered here, and who is not is reminded. */
export function RegistrationSummaryDialog({ semesterId, onClose }: { semesterId: string; onClose: () => void }) {
  const check = useMayCheck();
  const semesters = useSemesters();
  const [semester, setSemester] = useState(semesterId);
  const [groupBy, setGroupBy] = useState<'department' | 'class'>('department');
  const [opened, setOpened] = useState<{ title: string; of: Record<string, string> } | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const asked = semester === '' ? semesters.current : semester;
  const query = useOperation(registrationSummary, { semesterId: asked, groupBy }, { enabled: asked !== '' });
  const register = useProcess(registerClassesOperation, {
    invalidates: ['registration.'],
    confirm: ({ classes }) => ({
      message: `将为选中的 ${String(classes.length)} 个行政班中可以注册的学生全部办理注册，已注册的不变。`,
      confirmText: '注册',
    }),
    onSuccess: (result) => {
      setChosen(new Set());
      tellRegistered('注册', result);
    },
  });
  const remind = useProcess(remindUnregisteredOperation, {
    confirm: () => ({
      message: '将向数据范围内本学期未注册和暂缓注册的学生发送提醒消息。',
      confirmText: '发送',
    }),
    onSuccess: ({ told }) => {
      notify.success(`已向 ${String(told)} 名学生发送提醒`);
    },
  });
  const groups = query.data?.groups;
  const days = query.data?.days ?? 0;
  const byClass = groupBy === 'class';
  const columns = columnsOf(({ code, name }, figure) => {
    const place: Record<string, string> = code === '' ? {} : { [byClass ? 'bjdm' : 'departmentId']: code };
    setOpened({ title: `${name} · ${titles[figure]}`, of: { semesterId: asked, ...place, ...persons[figure] } });
  });
  return (
    <Dialog opened width={1080} title="注册情况" flush onClose={onClose}>
      <Toolbar
        right={
          <span style={{ color: days > UNREGISTERED_DAYS ? 'var(--jw-red-text)' : undefined }}>
            {days >= 0 ? `开学已 ${String(days)} 天` : `距开学 ${String(-days)} 天`}
          </span>
        }
      >
        <SearchableSelect
          aria-label="学年学期"
          options={semesters.options}
          clearable={false}
          value={asked}
          onChange={(code) => {
            setSemester(code ?? '');
            setChosen(new Set());
          }}
        />
        <SegmentedControl
          aria-label="分组"
          data={[
            { value: 'department', label: '按院系' },
            { value: 'class', label: '按行政班' },
          ]}
          value={groupBy}
          onChange={(value) => {
            setGroupBy(value === 'class' ? 'class' : 'department');
            setChosen(new Set());
          }}
        />
        {byClass && check('registration:batchRegister') && (
          <Button
            variant="default"
            leftSection={<IconUserCheck size={16} />}
            disabled={chosen.size === 0}
            loading={register.isPending}
            onClick={() => {
              register.start({ semesterId: asked, classes: [...chosen] });
            }}
          >
            整班注册
          </Button>
        )}
        {check('registration:remind') && (
          <Button
            variant="default"
            leftSection={<IconSpeakerphone size={16} />}
            loading={remind.isPending}
            onClick={() => {
              remind.start({ semesterId: asked });
            }}
          >
            提醒未注册学生
          </Button>
        )}
      </Toolbar>
      <DataTable<RegistrationGroup>
        label="注册情况"
        columns={columns}
        rows={groups}
        query={query}
        scrollHeight={400}
        rowKey={({ code }) => code}
        numberFrom={1}
        totalRow={groups && totalOf(groups)}
        rowTone={({ unregistered }) => (unregistered > 0 && days > UNREGISTERED_DAYS ? 'red' : undefined)}
        {...(byClass && check('registration:batchRegister')
          ? { selection: { keys: chosen, onChange: setChosen } }
          : {})}
        empty={{ reason: '该学期还没有注册名单' }}
      />
      {opened !== null && (
        <RegistrationPersonsDialog
          {...opened}
          onClose={() => {
            setOpened(null);
          }}
        />
      )}
    </Dialog>
  );
}
