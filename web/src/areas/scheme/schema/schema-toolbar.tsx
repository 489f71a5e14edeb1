import { refreshCreditAndPeriod } from '@jwxt/contracts/scheme/schema/schema-course.operations.ts';
import { submitSchemaApproval } from '@jwxt/contracts/scheme/schema/schema-approval.operations.ts';
import type { Finding } from '@jwxt/contracts/scheme/schema/schema.rules.ts';
import { Button, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChevronDown,
  IconEdit,
  IconEye,
  IconPlus,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { notify } from '../../../lib/notify.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { ApplicationStatus } from '../../../pickers/application-status.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Toolbar } from '../../../ui/page.tsx';
import { SchemaBasicsDialog } from './schema-basics.dialog.tsx';
import { QuoteGroupDialog } from './quote-group.dialog.tsx';
import { InitialiseDialog } from './schema-initialise.dialog.tsx';
import { LearnHoursDialog } from './learn-hours.dialog.tsx';
import { SchemaUploadDialog } from './schema-upload.dialog.tsx';
import { schemaPreviewPath } from './schema-path.ts';
import type { Basics, SavingState, SchemaEditor } from './use-schema-editor.ts';
import classes from './schema.module.css';

type SchemaToolbarProps = {
  basics: Basics;
  editor: SchemaEditor;
  chosen: ReadonlySet<string>;
  mayWrite: boolean;
  onAdd: () => void;
  onEdit: () => void;
  onRemove: () => void;
};

const savingTexts = {
  saved: () => '修改均已保存',
  saving: (count: number) => `正在保存 ${String(count)} 项修改…`,
  retrying: () => '保存失败，已保留您输入的内容，正在重试',
  conflict: () => '有修改与他人冲突，请选择采用哪一个',
} as const satisfies Record<SavingState, (count: number) => string>;

type Opened = 'basics' | 'quote' | 'initialise' | 'upload' | 'hours';

/** What can be done with the scheme and the chosen courses, and how far the changes are saved. */
export function SchemaToolbar(props: SchemaToolbarProps) {
  const { basics, editor, chosen, mayWrite, onAdd, onEdit, onRemove } = props;
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => {
    setOpened(null);
  };
  const { majorSchemaKey } = basics;
  return (
    <>
      <Toolbar
        right={
          <>
            {mayWrite && (
              <span className={classes['saving']} data-state={editor.state} role="status">
                {savingTexts[editor.state](editor.pending)}
              </span>
            )}
            <ApplicationStatus status={basics.schemaStatus} name={basics.schemaStatusName} />
            <Button
              component={Link}
              to={schemaPreviewPath(majorSchemaKey)}
              variant="default"
              leftSection={<IconEye size={16} />}
            >
              预览
            </Button>
            {mayWrite && <Submit {...props} />}
          </>
        }
      >
        {mayWrite && (
          <>
            <Button leftSection={<IconPlus size={16} />} variant="light" onClick={onAdd}>
              添加课程
            </Button>
            <Button
              variant="default"
              leftSection={<IconEdit size={16} />}
              disabled={chosen.size !== 1}
              onClick={onEdit}
            >
              编辑
            </Button>
            <Button
              variant="default"
              color="red"
              leftSection={<IconTrash size={16} />}
              disabled={chosen.size === 0}
              onClick={onRemove}
            >
              {chosen.size > 1 ? `删除（${String(chosen.size)}）` : '删除'}
            </Button>
            <Button
              variant="default"
              px={10}
              disabled={editor.undoText === null}
              title={editor.undoText === null ? '没有可撤销的修改' : `撤销：${editor.undoText}`}
              aria-label="撤销"
              onClick={() => {
                editor.step('undo');
              }}
            >
              <IconArrowBackUp size={16} />
            </Button>
            <Button
              variant="default"
              px={10}
              disabled={editor.redoText === null}
              title={editor.redoText === null ? '没有可重做的修改' : `重做：${editor.redoText}`}
              aria-label="重做"
              onClick={() => {
                editor.step('redo');
              }}
            >
              <IconArrowForwardUp size={16} />
            </Button>
          </>
        )}
        <MoreActions {...props} onOpen={setOpened} />
      </Toolbar>
      {opened === 'basics' && <SchemaBasicsDialog basics={basics} readOnly={!mayWrite} onClose={close} />}
      {opened === 'quote' && <QuoteGroupDialog editor={editor} majorSchemaKey={majorSchemaKey} onClose={close} />}
      {opened === 'initialise' && <InitialiseDialog basics={basics} editor={editor} onClose={close} />}
      {opened === 'upload' && <SchemaUploadDialog majorSchemaKey={majorSchemaKey} editor={editor} onClose={close} />}
      {opened === 'hours' && <LearnHoursDialog majorSchemaKey={majorSchemaKey} onClose={close} />}
    </>
  );
}

function MoreActions({ basics, editor, mayWrite, onOpen }: SchemaToolbarProps & { onOpen: (part: Opened) => void }) {
  const may = {
    quote: useMay('majorSchemaCustomize:quoteCourseGroup'),
    initialise: useMay('majorSchemaCustomize:initialise'),
    refresh: useMay('majorSchemaCustomize:refreshCreditAndPeriod'),
    upload: useMay('majorSchemaCustomize:uploadExcel'),
  };
  const refresh = useOperationMutation(refreshCreditAndPeriod, {
    onSuccess: ({ rows }) => {
      notify.success(rows.length === 0 ? '学分学时与课程库一致' : '已按课程库更新学分学时');
      void editor.refetch();
    },
  });
  const askRefresh = async () => {
    const keyList = editor.courses.map(({ schemaCourseID }) => schemaCourseID);
    const message =
      `将按课程库更新 ${String(keyList.length)} 门课程的学分、总学时和学时类型，` + '您在方案中另行填写的值会被覆盖。';
    if (keyList.length > 0 && (await confirm({ message, confirmText: '更新' })))
      refresh.mutate({ majorSchemaKey: basics.majorSchemaKey, keyList });
  };
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />} loading={refresh.isPending}>
          更多
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => {
            onOpen('basics');
          }}
        >
          基本信息与培养目标
        </Menu.Item>
        {mayWrite && may.quote && (
          <Menu.Item
            onClick={() => {
              onOpen('quote');
            }}
          >
            引用课组
          </Menu.Item>
        )}
        {mayWrite && may.initialise && (
          <Menu.Item
            onClick={() => {
              onOpen('initialise');
            }}
          >
            从已有方案初始化
          </Menu.Item>
        )}
        {mayWrite && may.upload && (
          <Menu.Item
            onClick={() => {
              onOpen('upload');
            }}
          >
            导入 Excel
          </Menu.Item>
        )}
        {mayWrite && may.refresh && <Menu.Item onClick={() => void askRefresh()}>按课程库更新学分学时</Menu.Item>}
        <Menu.Item
          onClick={() => {
            onOpen('hours');
          }}
        >
          学时汇总与导出
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Submit({ basics, editor }: SchemaToolbarProps) {
  const may = useMay('majorSchemaApproveOrManage:submitApproval');
  const errors = editor.findings.filter(({ level }) => level === 'E').length;
  const warnings = editor.findings.length - errors;
  const submit = useOperationMutation(submitSchemaApproval, {
    invalidates: ['majorSchemaCustomize.', 'majorSchemaApproveOrManage.', 'approval.'],
    success: true,
    onError: (error) => {
      const { findings } = (error.data ?? {}) as { findings?: readonly Finding[] };
      notify.failure(
        findings?.[0] ? new ApiError(error.code, `${error.message}：${findings[0].text}`) : error,
        '送审失败',
      );
      void editor.refetch();
    },
  });
  if (!may) return null;
  const ask = async () => {
    const message =
      `将提交“${basics.schemaName}”审批，共 ${String(editor.courses.length)} 门课程；审批期间不能修改。` +
      (warnings > 0 ? `还有 ${String(warnings)} 处提醒，审批人会看到。` : '');
    if (await confirm({ message, confirmText: '提交审批' }))
      submit.mutate({ majorSchemaKey: basics.majorSchemaKey, revision: editor.revision });
  };
  return (
    <Button
      leftSection={<IconSend size={16} />}
      loading={submit.isPending}
      disabled={errors > 0 || editor.state !== 'saved'}
      title={errors > 0 ? `请先处理 ${String(errors)} 处错误` : undefined}
      onClick={() => void ask()}
    >
      提交审批
    </Button>
  );
}
