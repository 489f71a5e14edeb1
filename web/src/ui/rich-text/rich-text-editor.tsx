import { lazy, Suspense } from 'react';
import { LoadingState } from '../faces.tsx';
import type { RichTextEditorProps } from './editor.tsx';

const Editor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }));

/**
 * Rich text with links, pictures, video, audio and tables (PICKERS-125…137). The editor itself is fetched when it is
 * first shown.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense fallback={<LoadingState label="正在打开编辑器…" />}>
      <Editor {...props} />
    </Suspense>
  );
}
