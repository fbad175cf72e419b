import { useEffect, useEffectEvent, useState } from 'react';
import { parseOtpInput } from '#lib/domain/core/phone-input.ts';
import type { ControlProps } from './Field.tsx';

const segments = [0, 1, 2, 3, 4, 5];

interface OtpInputProps extends ControlProps {
  value: string;
  onValue: (otp: string) => void;
  onBlur?: () => void;
}

/** One real input under six drawn boxes, so that paste, autofill and screen readers work. [AUTH-17] */
export function OtpInput({ value, onValue, onBlur, ...control }: OtpInputProps) {
  const [isFocused, setFocused] = useState(false);
  const [isSelected, setSelected] = useState(false);
  useOtpFromSms(onValue);

  return (
    <div className="otp">
      <input
        {...control}
        className="otp-input"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]*"
        maxLength={segments.length}
        spellCheck={false}
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        onPaste={(event) => {
          // `maxLength` would cut a pasted "123 456" before it is formatted.
          event.preventDefault();
          onValue(parseOtpInput(event.clipboardData.getData('text')));
        }}
        onSelect={({ currentTarget }) => {
          // The boxes fill from the left, so the caret stays behind the last digit, unless all is selected.
          const { selectionStart, selectionEnd, value: text } = currentTarget;
          setSelected(selectionStart !== selectionEnd);
          if (selectionStart === selectionEnd && selectionEnd !== text.length) {
            currentTarget.setSelectionRange(text.length, text.length);
          }
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          setSelected(false);
          onBlur?.();
        }}
      />
      <div className="otp-boxes" aria-hidden="true" data-selected={(isFocused && isSelected) || undefined}>
        {segments.map((index) => (
          <span
            key={index}
            className="otp-box"
            data-current={(isFocused && index === Math.min(value.length, segments.length - 1)) || undefined}
          >
            {value[index]}
          </span>
        ))}
      </div>
    </div>
  );
}

interface OtpCredential extends Credential {
  code: string;
}

/** Reads the code from the SMS with WebOTP, where the browser supports it; the SMS ends in "@our.host #123456". */
function useOtpFromSms(onValue: (otp: string) => void): void {
  const receive = useEffectEvent(onValue);
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const waiting = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: waiting.signal } as CredentialRequestOptions;
    navigator.credentials
      .get(request)
      .then((credential) => credential && receive(parseOtpInput((credential as OtpCredential).code)))
      // The person declined, the request timed out or was aborted: they type the code.
      .catch(() => {});
    return () => waiting.abort();
  }, []);
}
