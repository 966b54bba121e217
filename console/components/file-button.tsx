import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import type { IconName } from './icon.tsx';

/** A button that has the browser ask for files. @param props.label Of the input behind it. */
export function FileButton(props: {
  readonly label: string;
  readonly choice: 'one' | 'several' | 'folder';
  readonly variant?: 'primary';
  readonly icon?: IconName;
  /** Called with one file at least. */
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ComponentChildren;
}) {
  const { label, choice, onFiles, icon = 'upload', ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...rest} icon={icon} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple={choice !== 'one'}
        {...{ webkitdirectory: choice === 'folder' }}
        // The button stands for it.
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Lets the same file be chosen again.
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}
