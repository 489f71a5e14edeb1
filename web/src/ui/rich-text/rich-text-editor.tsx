import { lazy, Suspense } from 'react';
import { LoadingState } from '../faces.tsx';

const Editor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }));

export type RichTextEditorProps = {
  /** Names the editor for those who do not see its field's label. */
  label: string;
  /** HTML; `''` is empty. */
  value: string;
  /** The new HTML; `''` when nothing is left. */
  onChange: (html: string) => void;
  /** Shown under the editor, which gets a red edge. */
  error?: string | undefined;
  disabled?: boolean;
  placeholder?: string;
  /** Least height of the text in pixels; it grows to 420 and then scrolls. Default 180. */
  minHeight?: number;
};

/** Rich text with links, pictures, video, audio and tables (PICKERS-125…137). The editor itself is fetched when it is first shown. */
export function RichTextEditor(props: RichTextEditorProps) {
  return <Suspense fallback={<LoadingState label="正在打开编辑器…" />}><Editor {...props} /></Suspense>;
}
