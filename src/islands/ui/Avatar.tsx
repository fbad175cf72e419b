import { useState } from 'react';
import { type AvatarVariants, avatarLetter, avatarUrl } from '#lib/domain/core/avatar.ts';

interface AvatarProps {
  name?: string | null | undefined;
  avatar?: AvatarVariants | null | undefined;
  size?: 'md' | 'lg' | 'xl';
}

/** A person's picture, letter or icon, decorative beside the name. layouts/parts/account/Avatar.astro draws the same. [USER-02] */
export function Avatar({ name, avatar, size = 'md' }: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const letter = avatarLetter(name);
  const url = avatarUrl(avatar);
  return (
    <span className={size === 'md' ? 'avatar' : `avatar avatar-${size}`} aria-hidden="true">
      {letter ? <span>{letter}</span> : <PersonIcon />}
      {url && url !== failedUrl && (
        <img src={url} alt="" width="192" height="192" decoding="async" onError={() => setFailedUrl(url)} />
      )}
    </span>
  );
}

function PersonIcon() {
  return (
    <svg viewBox="0 0 24 24" width="60%" height="60%" fill="currentColor" aria-hidden="true">
      <circle cx="12" cy="8.5" r="4" />
      <path d="M4 20c.6-4.4 3.8-6.5 8-6.5s7.4 2.1 8 6.5z" />
    </svg>
  );
}
