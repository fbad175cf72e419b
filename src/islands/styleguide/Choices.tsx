import { useState } from 'react';
import { ChecksField } from '../ui/ChecksField.tsx';
import { ChipsField } from '../ui/ChipsField.tsx';
import { RadioField } from '../ui/RadioField.tsx';
import { ResumeField, type ResumeFile } from '../ui/ResumeField.tsx';
import { SelectField } from '../ui/select/SelectField.tsx';
import '../ui/choices.css';

const cities = ['Pune', 'Chennai', 'Kochi', 'Guwahati', 'Indore', 'Jaipur'];
const options = cities.map((city) => ({ value: city, label: city }));

const day = '2026-11-20T08:00:00.000Z';
const exampleFile: ResumeFile = {
  mediaId: '0',
  name: 'meera-nair.docx',
  url: '#',
  mimeType: 'application/msword',
  bytes: 49_152,
  uploadedAt: day,
};

/** Fields in which something is chosen. */
export function Choices() {
  const [city, setCity] = useState<string | null>('Pune');
  const [several, setSeveral] = useState<string[]>(['Pune', 'Kochi']);
  const [file, setFile] = useState<ResumeFile | null>(exampleFile);
  return (
    <section aria-labelledby="ui-choices">
      <h3 id="ui-choices">RadioField, ChecksField, ChipsField, SelectField, ResumeField</h3>
      <RadioField
        name="guide-city"
        label="One of a few"
        value={city}
        options={options.slice(0, 3).map((option) => ({ ...option, note: '3 seats left' }))}
        onValue={setCity}
      />
      <RadioField
        name="guide-none"
        label="Nothing chosen"
        value={null}
        error="Please choose a city"
        options={options.slice(0, 2)}
        onValue={setCity}
      />
      <ChecksField label="Any of a few" values={several} options={options} onValues={setSeveral} />
      <ChipsField
        label="Several of many"
        noun="City"
        values={several}
        labelOf={(value) => value}
        search={(query) => options.filter(({ label }) => label.toLowerCase().startsWith(query.toLowerCase()))}
        onValues={setSeveral}
      />
      <SelectField
        label="The browser’s own list"
        value={city ?? ''}
        none="Choose"
        options={cities.map((name) => [name, name])}
        onValue={(value) => setCity(value || null)}
      />
      <ResumeField
        id="guide-resume"
        label="Résumé"
        value={file}
        upload={async ({ file: sent }) => ({ ...exampleFile, id: '0', name: sent.name, createdAt: day })}
        problemOf={String}
        onValue={setFile}
        onRemove={() => setFile(null)}
      />
    </section>
  );
}
