import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  batchRegister,
  cancelRegister,
  generateRegistrationsOperation,
  refuseRegistration,
} from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { registration } from '@jwxt/contracts/student-status/term/term.resource.ts';
import { paidStatus, registerStatus, UNREGISTERED_DAYS } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { Button, Menu } from '@mantine/core';
import { IconChartBar, IconChevronDown, IconUserCheck, IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { notify } from '../../../lib/notify.ts';
import { usePageState } from '../../../lib/page-state.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useMayCheck } from '../../../lib/session.ts';
import { ReasonDialog } from '../../../pickers/reason.dialog.tsx';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import type { Tone, TonesOf } from '../../../ui/tokens.ts';
import { useProcess } from '../../../ui/use-process.ts';
import { DelayDialog } from './delay.dialog.tsx';
import { RegistrationSummaryDialog } from './registration-summary.dialog.tsx';
import { tellRegistered } from './registration-results.ts';
import { useSemesters } from './term-options.ts';

const tones: Readonly<Record<string, Tone>> = {
  [registerStatus.none]: 'grey',
  [registerStatus.registered]: 'green',
  [registerStatus.delayed]: 'blue',
  [registerStatus.refused]: 'red',
} satisfies TonesOf<typeof registerStatus>;
const paidTones: Readonly<Record<string, Tone>> = {
  [paidStatus.owing]: 'red',
  [paidStatus.paid]: 'green',
  [paidStatus.unknown]: 'grey',
} satisfies TonesOf<typeof paidStatus>;
const withReason = {
  refuse: { operation: refuseRegistration, title: '不予注册', warning: '不予注册后，该学生本学期不能注册，除非取消。' },
  cancel: { operation: cancelRegister, title: '取消注册', warning: '取消后，该学生本学期恢复为未注册。' },
} as const;
type Asked = { what: 'delay' | keyof typeof withReason; keys: readonly string[]; clear: () => void };
const chosenSemester = z.object({ semesterId: z.string().catch('').default('') });
const DAY_MS = 86_400_000;

/** 未注册 with the days since the semester began, red when they are too many (STUDENT-STATUS-03). */
function statusCell(row: WireRow) {
  const status = textOf(row['registerStatus']);
  const begin = textOf(row['semesterBegin']);
  const days = begin === '' ? -1 : Math.floor((serverNow() - Date.parse(`${begin}T00:00:00+08:00`)) / DAY_MS);
  const late = status === registerStatus.none && days > UNREGISTERED_DAYS;
  return (
    <StatusTag
      tone={late ? 'red' : (tones[status] ?? 'grey')}
      {...(late ? { title: `开学已 ${String(days)} 天` } : {})}
    >
      {textOf(row['registerStatusName'])}
    </StatusTag>
  );
}

/** 注册 (STUDENT-STATUS-03): a row for each student of a semester, decided one by one, by choice, or by class. */
export function RegistrationsPage() {
  const check = useMayCheck();
  const semesters = useSemesters();
  const [{ semesterId }] = usePageState(chosenSemester);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [summary, setSummary] = useState(false);
  const [clear, setClear] = useState<{ now: () => void }>({ now: () => undefined });
  const semester = semesterId === '' ? semesters.current : semesterId;
  const semesterName = semesters.options.find(({ code }) => code === semester)?.name ?? semester;
  const register = useProcess(batchRegister, {
    invalidates: ['registration.'],
    confirm: ({ keys, greenChannel }) => ({
      message:
        greenChannel === yesNo.yes
          ? `将为选中的 ${String(keys.length)} 名学生按绿色通道办理注册，欠费不影响注册。`
          : `将为选中的 ${String(keys.length)} 名学生办理注册。`,
      confirmText: '注册',
    }),
    onSuccess: (result) => {
      tellRegistered('注册', result);
      clear.now();
    },
  });
  const generate = useProcess(generateRegistrationsOperation, {
    invalidates: ['registration.'],
    confirm: () => ({
      message: `将生成${semesterName}的注册名单：学籍状态允许注册而还没有记录的学生列为未注册。`,
      confirmText: '生成',
    }),
    onSuccess: ({ added }) => {
      notify.success(added === 0 ? '名单没有变化' : `已列入 ${String(added)} 名学生`);
    },
  });
  const done = (what: string, result: Parameters<typeof tellRegistered>[1]) => {
    tellRegistered(what, result);
    asked?.clear();
    setAsked(null);
  };
  const close = () => {
    setAsked(null);
  };
  return (
    <>
      <ResourcePage
        resource={registration}
        cells={{
          registerStatus: statusCell,
          paidStatus: (row) => {
            const paid = textOf(row['paidStatus']);
            const tone = paidTones[paid];
            const name = textOf(row['paidStatusName']);
            return tone ? <StatusTag tone={tone}>{name}</StatusTag> : name;
          },
        }}
        tools={
          <>
            {check('registration:generate') && (
              <Button
                variant="default"
                leftSection={<IconWand size={16} />}
                loading={generate.isPending}
                disabled={semester === ''}
                onClick={() => {
                  generate.start({ semesterId: semester });
                }}
              >
                生成名单
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconChartBar size={16} />}
              onClick={() => {
                setSummary(true);
              }}
            >
              注册情况
            </Button>
          </>
        }
        {...(check('registration:batchRegister')
          ? {
              batch: (chosen: readonly string[], none: () => void) => (
                <BatchTools
                  empty={chosen.length === 0}
                  onRegister={(greenChannel) => {
                    setClear({ now: none });
                    register.start({ keys: [...chosen], greenChannel });
                  }}
                  onAsk={(what) => {
                    setAsked({ what, keys: chosen, clear: none });
                  }}
                />
              ),
            }
          : {})}
      />
      {summary && (
        <RegistrationSummaryDialog
          semesterId={semester}
          onClose={() => {
            setSummary(false);
          }}
        />
      )}
      {asked?.what === 'delay' && (
        <DelayDialog
          keys={asked.keys}
          onDone={(result) => {
            done('暂缓注册', result);
          }}
          onClose={close}
        />
      )}
      {asked !== null && asked.what !== 'delay' && (
        <ReasonDialog
          opened
          title={withReason[asked.what].title}
          warning={withReason[asked.what].warning}
          label="原因"
          confirmText={withReason[asked.what].title}
          operation={withReason[asked.what].operation}
          input={(reason) => ({ keys: [...asked.keys], reason })}
          invalidates={['registration.']}
          onDone={(result) => {
            done(withReason[asked.what === 'refuse' ? 'refuse' : 'cancel'].title, result);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** What is done to those who are chosen. */
function BatchTools({
  empty,
  onRegister,
  onAsk,
}: {
  empty: boolean;
  onRegister: (greenChannel: '0' | '1') => void;
  onAsk: (what: Asked['what']) => void;
}) {
  const check = useMayCheck();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserCheck size={16} />}
        disabled={empty}
        onClick={() => {
          onRegister(yesNo.no);
        }}
      >
        注册
      </Button>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />} disabled={empty}>
            更多
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() => {
              onRegister(yesNo.yes);
            }}
          >
            绿色通道注册
          </Menu.Item>
          {check('registration:delay') && (
            <Menu.Item
              onClick={() => {
                onAsk('delay');
              }}
            >
              暂缓注册
            </Menu.Item>
          )}
          {check('registration:refuse') && (
            <Menu.Item
              onClick={() => {
                onAsk('refuse');
              }}
            >
              不予注册
            </Menu.Item>
          )}
          {check('registration:cancelRegister') && (
            <Menu.Item
              onClick={() => {
                onAsk('cancel');
              }}
            >
              取消注册
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
