import { Hash, Lock, Monitor, Moon, Sun, UserCheck } from "lucide-react";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { Chip } from "#web/design/form/Chip.tsx";
import { ChoiceCards } from "#web/design/form/ChoiceCards.tsx";
import { Segmented } from "#web/design/form/Segmented.tsx";
import { Select } from "#web/design/form/Select.tsx";
import { Switch } from "#web/design/form/Switch.tsx";
import { TextArea } from "#web/design/form/TextArea.tsx";
import { TabLinks } from "#web/design/page/TabLinks.tsx";
import { Tabs } from "#web/design/page/Tabs.tsx";
import { Specimen } from "./Specimen.tsx";

const roles = [
  { value: "", label: "Any role" },
  { value: "ADMIN", label: "Admin" },
  { value: "MEMBER", label: "Member" },
] as const;
const themes = [
  { value: "light", label: "Light", icon: Sun },
  { value: "dark", label: "Dark", icon: Moon },
  { value: "system", label: "System", icon: Monitor },
] as const;
const ways = [
  { value: "email", label: "By email" },
  { value: "link", label: "With a link" },
] as const;

const privacies = [
  { value: "public", label: "Public", note: "Everybody finds it", icon: Hash },
  { value: "private", label: "Private", note: "Only its members know of it", icon: Lock },
] as const;

export function ChoiceSection() {
  const [role, setRole] = useState<(typeof roles)[number]["value"]>("");
  const [theme, setTheme] = useState<(typeof themes)[number]["value"]>("system");
  const [way, setWay] = useState<(typeof ways)[number]["value"]>("email");
  const [privacy, setPrivacy] = useState<(typeof privacies)[number]["value"]>("public");
  const [isOn, setOn] = useState(true);
  const [bio, setBio] = useState("Keeps the tiles warm.");
  const select = { options: roles, value: role, onChange: setRole };
  return (
    <Specimen title="Choices">
      <Select {...select} className="w-full" label="Role" hint="What they may do" name="role" />
      <Select {...select} className="w-full" label="With an error" error="Choose a role" />
      <Select {...select} label="Filter by role" look="filter" />
      <Select {...select} label="Role in a row" look="cell" />
      <Segmented label="Theme" options={themes} value={theme} onChange={setTheme} />
      <div className="grid w-full gap-3">
        <Switch label="Typing" hint="Others see that you write" isOn={isOn} onChange={setOn} />
        <Switch label="Busy" isOn={isOn} isBusy onChange={setOn} />
        <Switch label="Disabled" isOn={false} isDisabled onChange={setOn} />
        <ChoiceCards
          label="Who can enter"
          options={privacies}
          value={privacy}
          onChange={setPrivacy}
        />
        <TextArea label="Bio" rows={2} value={bio} onChange={setBio} hint="Up to 500 characters" />
        <MemoryRouter initialEntries={["/members"]}>
          <TabLinks
            label="Organization"
            tabs={[
              { to: "/general", label: "General" },
              { to: "/members", label: "Members", count: 48 },
            ]}
          />
        </MemoryRouter>
        <Tabs label="How to invite" tabs={ways} value={way} onChange={setWay}>
          {way === "email" ? "Addresses, one after the other" : "A link for whoever has it"}
        </Tabs>
      </div>
      <Chip>Guest</Chip>
      <Chip tone="accent">Invited</Chip>
      <Chip tone="success" icon={UserCheck}>
        Verified
      </Chip>
      <Chip tone="warning">Expires today</Chip>
      <Chip tone="danger">Suspended</Chip>
    </Specimen>
  );
}
