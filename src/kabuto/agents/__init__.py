"""Tables for programs: questions and answers as lines of JSON, and the Model Context Protocol."""
