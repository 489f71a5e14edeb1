import { classWithCourse } from '@jwxt/contracts/base-info/class-with-course.ts';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload, IconFileImport } from '@tabler/icons-react';
import {
  importFailures,
  importScores,
  previewImport,
  sheetTemplate,
} from '@jwxt/contracts/score/score-document.operations.ts';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import { toApiError } from '../../../lib/api-error.ts';
import { useDownload } from '../../../lib/download.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { useUser } from '../../../lib/session.ts';
import { upload } from '../../../lib/upload.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { entryReasonOf } from '../sheet/open-sheets.ts';
import { ImportChanges, ImportFailures, ImportFigures } from './sheet-import-lists.tsx';
import { SheetImportDrop } from './sheet-import-drop.tsx';
import { sheetKeyOf, type SheetHead } from '../sheet-grid/sheet-grid.model.ts';

type Preview = z.output<typeof previewImport.output>;
type Result = z.output<typeof importScores.output>;
/** A file on its way through: chosen and being read, compared with the sheet, or stored. */
type Step =
  | { kind: 'choose'; problem: string | null }
  | { kind: 'reading' }
  | { kind: 'preview'; preview: Preview }
  | { kind: 'done'; preview: Preview; result: Result };

/**
 * Scores from Excel: what would change is shown first, cell by cell, with the rows that cannot be taken over and why
 * (SCORE-MORE-34).
 */
export function SheetImportDialog({
  sheet,
  onClose,
  onImported,
}: {
  sheet: SheetHead;
  onClose: () => void;
  onImported: () => void;
}) {
  const key = sheetKeyOf(sheet);
  const { userName } = useUser();
  const [file, setFile] = useState<File | null>(null);
  const [step, setStep] = useState<Step>({ kind: 'choose', problem: null });
  const reading = useRef<AbortController>(null);
  const template = useDownload(sheetTemplate);
  const badRows = useDownload(importFailures);
  const store = useOperationMutation(importScores, {
    showsProcessing: true,
    onSuccess: (result) => {
      onImported();
      setStep((now) => (now.kind === 'preview' ? { kind: 'done', preview: now.preview, result } : now));
    },
  });

  const read = async (chosen: File) => {
    reading.current?.abort();
    const controller = new AbortController();
    reading.current = controller;
    setFile(chosen);
    setStep({ kind: 'reading' });
    try {
      const preview = await upload(previewImport, key, chosen, { signal: controller.signal });
      if (!controller.signal.aborted) setStep({ kind: 'preview', preview });
    } catch (error) {
      if (!controller.signal.aborted)
        setStep({ kind: 'choose', problem: toApiError(error, '读取失败，请重新选择文件').message });
    }
  };
  const send = (preview: Preview) => {
    const reason = entryReasonOf(sheet, userName);
    store.mutate({
      ...key,
      ...(reason === undefined ? {} : { reason }),
      rows: preview.changes.map(({ row, studentNumber, studentName, save, values }) => ({
        row,
        studentNumber,
        studentName,
        save,
        values,
      })),
    });
  };
  const failures =
    step.kind === 'preview'
      ? step.preview.failures
      : step.kind === 'done'
        ? [...step.preview.failures, ...step.result.failures].toSorted((one, other) => one.row - other.row)
        : [];
  const close = () => {
    if (store.isPending) return;
    reading.current?.abort();
    onClose();
  };
  const changeNum = step.kind === 'preview' ? step.preview.changes.length : 0;

  return (
    <Dialog
      opened
      onClose={close}
      title={`导入成绩：${classWithCourse(sheet)}`}
      width={960}
      footerNote={step.kind === 'preview' && changeNum > 0 ? '确定后与手工录入一样保存，可继续在页面上修改' : undefined}
      footer={
        step.kind === 'preview' && changeNum > 0 ? (
          <>
            <Button variant="default" disabled={store.isPending} onClick={close}>
              取消
            </Button>
            <Button
              leftSection={<IconFileImport size={16} />}
              loading={store.isPending}
              data-autofocus
              onClick={() => {
                send(step.preview);
              }}
            >
              确定导入 {changeNum} 人
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={close}>
            {step.kind === 'choose' || step.kind === 'reading' ? '取消' : '关闭'}
          </Button>
        )
      }
    >
      <SheetImportDrop
        file={file}
        reading={step.kind === 'reading'}
        disabled={store.isPending}
        onFile={(chosen) => {
          void read(chosen);
        }}
        onTemplate={() => {
          template.start(key);
        }}
      />
      {step.kind === 'choose' && step.problem !== null && (
        <Alert mt={12} color="red" icon={<IconAlertTriangle size={16} />} role="alert">
          {step.problem}
        </Alert>
      )}
      {step.kind === 'preview' && (
        <>
          <ImportFigures
            figures={[
              { label: '读取', value: step.preview.readNum },
              { label: '将导入', value: changeNum, tone: 'ink' },
              { label: '未变化', value: step.preview.unchangedNum },
              { label: '不能导入', value: failures.length, tone: 'red' },
            ]}
          />
          {changeNum === 0 && failures.length === 0 && (
            <Alert mt={12} color="gray" icon={<IconCheck size={16} />} role="status">
              文件中的成绩与系统中的一致，没有需要导入的内容。
            </Alert>
          )}
        </>
      )}
      {step.kind === 'done' && (
        <>
          <ImportFigures
            figures={[
              { label: '读取', value: step.preview.readNum },
              { label: '成功导入', value: step.result.storedNum, tone: 'green' },
              { label: '未变化', value: step.preview.unchangedNum },
              { label: '失败', value: failures.length, tone: 'red' },
            ]}
          />
          {failures.length === 0 && (
            <Alert mt={12} color="green" icon={<IconCheck size={16} />} role="status">
              {step.result.storedNum} 人的成绩已保存。
            </Alert>
          )}
        </>
      )}
      {failures.length > 0 && (
        <ImportFailures
          failures={failures}
          note={
            step.kind === 'done'
              ? '其余各行已保存；改好后重新导入即可，不会重复'
              : changeNum > 0
                ? '其余各行不受影响；可先导入，改好后再导入这些行'
                : '改好后重新选择文件即可'
          }
          action={
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconDownload size={14} />}
              loading={badRows.isPending}
              onClick={() => {
                badRows.start({ ...key, failures });
              }}
            >
              下载这些行（含错误原因列）
            </Button>
          }
        />
      )}
      {step.kind === 'preview' && changeNum > 0 && <ImportChanges changes={step.preview.changes} />}
    </Dialog>
  );
}
