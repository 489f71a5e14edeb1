import { permissionOf } from '@jwxt/contracts/kernel/operation.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import { adjustClassDivision } from '@jwxt/contracts/student-status/freshman/class-division.operations.ts';
import {
  abandonFreshmen,
  batchReportFreshmen,
  keepFreshmen,
  reportFreshmen,
  setFreshmenAbsent,
  undoFreshmenToStudents,
  unreportFreshmen,
} from '@jwxt/contracts/student-status/freshman/freshman.operations.ts';
import { freshman } from '@jwxt/contracts/student-status/freshman/freshman.resource.ts';
import { freshmanStatus } from '@jwxt/contracts/student-status/freshman/freshman.vocabulary.ts';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconUserCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useMayCheck } from '../../../lib/session.ts';
import { ResourcePage } from '../../../resource/resource.page.tsx';
import { StatusTag } from '../../../ui/status-tag.tsx';
import { useProcess } from '../../../ui/use-process.ts';
import { BatchReportDialog, FreshmanActDialog, type AskedAct } from './freshman-act.dialog.tsx';
import { freshmanStale, freshmanTones, tellFreshmen } from './freshman-results.ts';

const asking: readonly { act: AskedAct; name: string; operation: Parameters<typeof permissionOf>[0] }[] = [
  { act: 'absent', name: '登记未报到', operation: setFreshmenAbsent },
  { act: 'adjust', name: '调整班级', operation: adjustClassDivision },
  { act: 'keep', name: '保留入学资格', operation: keepFreshmen },
  { act: 'abandon', name: '放弃入学资格', operation: abandonFreshmen },
  { act: 'restore', name: '恢复为已录取', operation: keepFreshmen },
];

/** 新生信息 (STUDENT-STATUS-11): the list of admission, and who has come. */
export function FreshmenPage() {
  const check = useMayCheck();
  const [asked, setAsked] = useState<{ act: AskedAct; keys: readonly string[]; clear: () => void } | null>(null);
  const [pasting, setPasting] = useState(false);
  const [clear, setClear] = useState<{ now: () => void }>({ now: () => undefined });
  const started = (what: string) => (result: Parameters<typeof tellFreshmen>[1]) => {
    tellFreshmen(what, result);
    clear.now();
  };
  const report = useProcess(reportFreshmen, {
    invalidates: freshmanStale,
    confirm: ({ keys }) => ({ message: `选中的 ${String(keys.length)} 名新生现在报到。`, confirmText: '报到' }),
    onSuccess: started('报到'),
  });
  const unreport = useProcess(unreportFreshmen, {
    invalidates: freshmanStale,
    confirm: ({ keys }) => ({
      message: `选中的 ${String(keys.length)} 名新生恢复为已录取，报到时间清空。`,
      confirmText: '取消报到',
    }),
    onSuccess: started('取消报到'),
  });
  const undo = useProcess(undoFreshmenToStudents, {
    invalidates: [...freshmanStale, 'studentInfo.'],
    confirm: ({ keys }) => ({
      message: `选中的 ${String(keys.length)} 名新生的学籍将删除，恢复为已编学号。已有账号、名单等数据的保留并列出。`,
      confirmText: '撤销转学籍',
      danger: true,
    }),
    onSuccess: started('撤销转学籍'),
  });
  return (
    <>
      <ResourcePage
        resource={freshman}
        editable={(row) => row['freshmanStatus'] !== freshmanStatus.student}
        cells={{
          freshmanStatus: (row) => (
            <StatusTag tone={freshmanTones[textOf(row['freshmanStatus'])] ?? 'grey'}>
              {textOf(row['freshmanStatusName'])}
            </StatusTag>
          ),
        }}
        tools={
          check(permissionOf(batchReportFreshmen)) && (
            <Button
              variant="default"
              leftSection={<IconUserCheck size={16} />}
              onClick={() => {
                setPasting(true);
              }}
            >
              批量报到
            </Button>
          )
        }
        batch={(chosen, none) => {
          const start = (act: () => void) => () => {
            setClear({ now: none });
            act();
          };
          const keys = [...chosen];
          const more = asking.filter(({ operation }) => check(permissionOf(operation)));
          return (
            <>
              {check(permissionOf(reportFreshmen)) && (
                <Button
                  variant="default"
                  leftSection={<IconUserCheck size={16} />}
                  disabled={chosen.length === 0}
                  loading={report.isPending}
                  onClick={start(() => {
                    report.start({ keys });
                  })}
                >
                  报到
                </Button>
              )}
              {more.length > 0 && (
                <Menu>
                  <Menu.Target>
                    <Button
                      variant="default"
                      rightSection={<IconChevronDown size={14} />}
                      disabled={chosen.length === 0}
                    >
                      更多
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item
                      onClick={start(() => {
                        unreport.start({ keys });
                      })}
                    >
                      取消报到
                    </Menu.Item>
                    {more.map(({ act, name }) => (
                      <Menu.Item
                        key={act}
                        onClick={() => {
                          setAsked({ act, keys, clear: none });
                        }}
                      >
                        {name}
                      </Menu.Item>
                    ))}
                    {check(permissionOf(undoFreshmenToStudents)) && (
                      <Menu.Item
                        color="red"
                        onClick={start(() => {
                          undo.start({ keys });
                        })}
                      >
                        撤销转学籍
                      </Menu.Item>
                    )}
                  </Menu.Dropdown>
                </Menu>
              )}
            </>
          );
        }}
      />
      {asked !== null && (
        <FreshmanActDialog
          act={asked.act}
          keys={asked.keys}
          onDone={asked.clear}
          onClose={() => {
            setAsked(null);
          }}
        />
      )}
      {pasting && (
        <BatchReportDialog
          onClose={() => {
            setPasting(false);
          }}
        />
      )}
    </>
  );
}
