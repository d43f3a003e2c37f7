terraform {
  required_providers {
    notes = { source = "example/notes" }
  }
}

provider "notes" {
  folder = "notes"
}

resource "notes_note" "list" {
  name = "shopping"
  text = "Shopping\nbread\nmilk"
}

data "notes_note" "list" {
  name = notes_note.list.name
}

output "title" {
  value = provider::notes::title(data.notes_note.list.text)
}
