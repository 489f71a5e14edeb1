import {
  levelTemplate,
  previewLevels,
  type PreviewedLevels,
} from '@jwxt/contracts/scheme/plan/special-item.operations.ts';
import { specialItemStudent } from '@jwxt/contracts/scheme/plan/special-item.resource.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { Alert, Button, SimpleGrid, Stack } from '@mantine/core';
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { toApiError } from '../../../lib/api-error.ts';
import { useDownload } from '../../../lib/download.ts';
import { useOperationMutation } from '../../../lib/queries.ts';
import { upload } from '../../../lib/upload.ts';
import { ImportDrop } from '../../../resource/import-drop.tsx';
import { ImportProgress } from '../../../resource/import.dialog.tsx';
import { ImportRows } from '../../../resource/import-rows.tsx';
import { ReferenceSearch } from '../../../resource/reference-search.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/search-form.tsx';

const imports = specialItemStudent.imports!.operations;

/** Students into the levels of a course (SCHEME-34): who would come where is shown first, then stored as an import. */
export function LevelImportDialog({ onClose }: { onClose: () => void }) {
  const [semesterId, setSemester] = useState<string | null>(null);
  const [courseId, setCourse] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [shown, setShown] = useState<PreviewedLevels | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const [begun, setBegun] = useState(false);
  const current = useRef<AbortController>(null);
  const template = useDownload(levelTemplate);
  const run = useOperationMutation(imports.run, {
    invalidates: ['specialItem.'],
    onSuccess: () => {
      setBegun(true);
    },
  });
  const read = async (chosen: File, of: { semesterId: string | null; courseId: string | null }) => {
    current.current?.abort();
    setFile(chosen);
    setShown(null);
    setProblem(null);
    if (of.semesterId === null || of.courseId === null) return;
    const controller = new AbortController();
    current.current = controller;
    const { signal } = controller;
    setReading(true);
    try {
      const asked = { fileName: chosen.name, semesterId: of.semesterId, courseId: of.courseId };
      const found = await upload(previewLevels, asked, chosen, { signal });
      if (!signal.aborted) setShown(found);
    } catch (error) {
      if (signal.aborted) return;
      setProblem(toApiError(error, '读取失败，请重新选择文件').message);
    }
    if (!signal.aborted) setReading(false);
  };
  const preview = shown?.preview ?? null;
  const writes = preview ? preview.counts.added + preview.counts.changed : 0;
  return (
    <Dialog
      opened
      width={1080}
      title="分级导入"
      onClose={() => {
        current.current?.abort();
        onClose();
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            关闭
          </Button>
          {preview && !begun && (
            <Button
              leftSection={<IconFileImport size={16} />}
              disabled={writes === 0 || reading}
              loading={run.isPending}
              onClick={() => {
                run.mutate({ runId: preview.runId, whole: yesNo.no });
              }}
            >
              确定导入 {writes} 名学生
            </Button>
          )}
        </>
      }
    >
      {!begun && (
        <Stack gap={12}>
          <SimpleGrid cols={2}>
            <Field label="学年学期" htmlFor="level-semester" required>
              <ReferenceSearch
                id="level-semester"
                to="semester"
                placeholder="请选择学年学期"
                clearable={false}
                value={semesterId}
                onChange={(value) => {
                  setSemester(value);
                  if (file) void read(file, { semesterId: value, courseId });
                }}
              />
            </Field>
            <Field label="课程" htmlFor="level-course" required>
              <ReferenceSearch
                id="level-course"
                to="course"
                placeholder="请输入课程编号或名称查找"
                clearable={false}
                value={courseId}
                onChange={(value) => {
                  setCourse(value);
                  if (file) void read(file, { semesterId, courseId: value });
                }}
              />
            </Field>
          </SimpleGrid>
          <ImportDrop
            file={file}
            reading={reading}
            disabled={run.isPending}
            onFile={(chosen) => {
              void read(chosen, { semesterId, courseId });
            }}
            onTemplate={() => {
              template.start({});
            }}
          />
          {(semesterId === null || courseId === null) && (
            <Alert variant="light">
              请选择学期和课程。文件中每名学生填写专项，或填写分级成绩，由专项的分级分数线定级。
            </Alert>
          )}
        </Stack>
      )}
      {problem !== null && (
        <Alert mt={12} color="red" icon={<IconAlertTriangle size={16} />} role="alert">
          {problem}
        </Alert>
      )}
      {shown && preview && !begun && (
        <Stack gap={12} mt={12}>
          {preview.notes.map((note) => (
            <Alert key={note} color="gray" role="status">
              {note}
            </Alert>
          ))}
          <DataTable
            label="各级"
            dense
            rows={shown.levels}
            rowKey={({ itemName }) => itemName}
            columns={[
              { key: 'name', title: '专项', width: 'auto', align: 'left', render: (row) => row.itemName },
              {
                key: 'bound',
                title: '分级分数线',
                width: 120,
                render: (row) => (row.minScore === '' ? '不按成绩' : row.minScore),
              },
              { key: 'room', title: '容量', width: 90, render: (row) => row.capacity ?? '不限' },
              { key: 'before', title: '现有', width: 90, render: (row) => row.before },
              { key: 'coming', title: '将加入', width: 90, render: (row) => row.coming },
              { key: 'after', title: '导入后', width: 90, render: (row) => row.before + row.coming },
            ]}
          />
          <ImportRows key={preview.runId} runId={preview.runId} counts={preview.counts} failed={0} />
        </Stack>
      )}
      {preview && begun && <ImportProgress runId={preview.runId} operations={imports} name="specialItemStudent" />}
    </Dialog>
  );
}
